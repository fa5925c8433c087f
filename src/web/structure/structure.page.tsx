import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listStructureChanges, type StructureChange } from '../../shared/structure/structure-file.api.ts'
import { call } from '../lib/call.ts'
import { toastFailure } from '../lib/toast-failure.ts'
import { Page } from '../ui/page/page.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { AdminNav } from '../ui/page/admin-nav.tsx'
import { StructureFilePart } from './structure-file-part.tsx'
import { StructureHistory } from './structure-history.tsx'

/** The server's page size; a shorter page is the last. */
const AT_ONCE = 50

const load = async (before?: StructureChange, signal?: AbortSignal): Promise<StructureChange[]> =>
  call(listStructureChanges, { query: before ? { before: before.changeID } : {} }, signal && { signal })

export const loader = ({ request: { signal } }: LoaderFunctionArgs): Promise<StructureChange[]> =>
  load(undefined, signal)

export const Component = () => {
  const latest = useLoaderData<typeof loader>()
  const [changes, setChanges] = useState(latest)
  const [hasOlder, setHasOlder] = useState(latest.length === AT_ONCE)
  const [loading, setLoading] = useState(false)

  /** Reloads the changes, as many as are shown. */
  const refresh = async () => {
    try {
      let last = await load()
      let now = last
      while (last.length === AT_ONCE && now.length < changes.length) {
        last = await load(now.at(-1))
        now = [...now, ...last]
      }
      setHasOlder(last.length === AT_ONCE)
      setChanges(now)
    } catch (error) {
      toastFailure(error, 'Unable to load changes')
    }
  }

  const showOlder = async () => {
    if (loading) return
    setLoading(true)
    try {
      const older = await load(changes.at(-1))
      // Synchronous, because the focus moves to them.
      flushSync(() => {
        setChanges((all) => [...all, ...older])
        setHasOlder(older.length === AT_ONCE)
      })
    } catch (error) {
      toastFailure(error, 'Unable to load changes')
    } finally {
      setLoading(false)
    }
  }

  return (
    <Page>
      <title>Import and History · Roomfolio</title>
      <AdminNav />
      <PageHeader
        title="Import and History"
        sub="Export, import, and undo changes to all room types, categories, subcategories, and fields."
      />
      <StructureFilePart onImported={refresh} />
      <StructureHistory
        changes={changes}
        refresh={refresh}
        older={hasOlder ? { loading, show: showOlder } : undefined}
      />
    </Page>
  )
}
