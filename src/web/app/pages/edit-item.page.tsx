import { Suspense, useEffect, useEffectEvent, useRef } from 'react'
import {
  useLoaderData,
  useNavigate,
  useSearchParams,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import type { Item } from '../../../shared/items/items.api.ts'
import { ApiError, isNoConnection } from '../../lib/errors.ts'
import { FilesForItem } from '../../attachments/files-for-item.tsx'
import { toastFailure } from '../../lib/toast-failure.ts'
import { isRefused, loadQuery, useLoaded } from '../../lib/query.ts'
import { useLinkedCopies } from '../../items/bulk/linked-copies/use-linked-copies.ts'
import { paths } from '../../lib/paths.ts'
import { queryIDOf } from '../../lib/query-id.ts'
import { hasUnsaved } from '../../lib/forms/ask-before-unload.ts'
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx'
import { DraftNote } from '../../ui/forms/draft-note.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { useUnsavedGuard } from '../../lib/forms/unsaved-guard.ts'
import { useGoBack } from '../../lib/use-go-back.ts'
import { setParents } from '../../lib/navigation-history.ts'
import { ItemDetails } from '../../items/form/item-details.tsx'
import { ItemHead } from './item-head.tsx'
import { itemQuery } from '../../items/item-query.ts'
import { useItemFiles } from '../../items/form/use-item-files.ts'
import { useItemForm } from '../../items/form/use-item-form.ts'

const ViewItem = lazyComponent(async () => (await import('./view-item.tsx')).ViewItem, 'The item')
const loadAttachments = async () => (await import('../../attachments/attachments.tsx')).Attachments
const Attachments = lazyComponent(loadAttachments, 'Attachments')
const LinkedCopiesQuestion = lazyComponent(
  async () => (await import('../../items/bulk/linked-copies/linked-copies-question.tsx')).LinkedCopiesQuestion,
  'The question about the others',
)
const ItemHistory = lazyComponent(
  async () => (await import('../../items/history/item-history.tsx')).ItemHistory,
  'History',
)

export const loader = async ({ request }: LoaderFunctionArgs): Promise<Item | null> => {
  const itemID = queryIDOf(request, 'itemID')
  if (itemID === undefined) return null
  try {
    const item = await loadQuery(itemQuery(itemID))
    setParents(`itemID=${itemID}`, [`roomID=${item.roomID}`, `projectID=${item.projectID}`])
    return item
  } catch (error) {
    const sentElsewhere = error instanceof ApiError && (error.status === 401 || error.status === 403)
    if (isNoConnection(error)) console.error(error)
    else if (!sentElsewhere) toastFailure(error, 'Unable to load item')
    throw error
  }
}

/** Changing tabs loads nothing: a failed request would discard what was typed. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.searchParams.get('itemID') !== nextUrl.searchParams.get('itemID') ||
  isRefused(itemQuery(Number(nextUrl.searchParams.get('itemID'))))

export const Component = () => {
  const loaded = useLoaderData<typeof loader>()
  return loaded ? <ShownItem key={loaded.itemID} itemID={loaded.itemID} /> : <StepBack />
}

const ShownItem = ({ itemID }: { itemID: number }) => {
  const item = useLoaded(itemQuery(itemID))
  // What was typed stays on the screen.
  if (item.may !== 'read' || hasUnsaved()) return <EditItem opened={item} />
  return (
    <Suspense fallback={<Spinner />}>
      <ViewItem item={item} />
    </Suspense>
  )
}

const StepBack = () => {
  const goBack = useEffectEvent(useGoBack(paths.selectProject()))
  useEffect(() => {
    // Delayed because React's strict mode runs effects twice, which would go back twice.
    const soon = setTimeout(() => goBack())
    return () => clearTimeout(soon)
  }, [])
  return null
}

const EditItem = ({ opened }: { opened: Item }) => {
  const { itemID } = opened
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const tab = query.get('tab')
  const onAttachments = tab === 'attachments'
  const onHistory = tab === 'history'
  const itemForm = useItemForm(opened)
  const { stored } = itemForm
  const others = useLinkedCopies(stored)
  const files = useItemFiles(opened)
  useUnsavedGuard(itemForm.form.isChanged || files.isChanged)

  useEffect(() => {
    // Preloaded, so that the other tab opens at once even if the connection is lost.
    loadAttachments().catch(console.error)
  }, [])
  const fields = useRef<HTMLDivElement>(null)
  const attachmentsTab = useRef<HTMLAnchorElement>(null)
  const goToAttachments = () => {
    if (onAttachments) return
    // The focused element goes away with its tab.
    attachmentsTab.current?.focus()
    void navigate(paths.itemAttachments(itemID), { preventScrollReset: true })
  }

  const item = { ...stored, attachments: files.attachments }

  return (
    <Page>
      <title>{`${stored.title} · Roomfolio`}</title>
      <Breadcrumbs
        items={[
          { name: 'Home', to: paths.selectProject() },
          { name: stored.projectName, to: paths.projectHome(stored.projectID) },
          { name: stored.roomName, to: paths.roomItems(stored.roomID) },
          { name: 'Update Item' },
        ]}
      />
      {others.found?.asks && (
        <Suspense>
          <LinkedCopiesQuestion found={others.found} onAnswer={others.askAgain} />
        </Suspense>
      )}
      <ItemHead
        item={item}
        tab={onAttachments ? 'attachments' : onHistory ? 'history' : 'details'}
        fields={onHistory ? undefined : fields}
      />
      <Tabs
        label="Item"
        tabs={[
          { to: paths.editItem(itemID), name: 'Item Details', selected: !onAttachments && !onHistory },
          {
            to: paths.itemAttachments(itemID),
            name: 'Attachments',
            count: files.attachments.length,
            selected: onAttachments,
            ref: attachmentsTab,
          },
          { to: paths.itemHistory(itemID), name: 'History', selected: onHistory },
        ]}
      >
        {onHistory ? (
          <Suspense fallback={<Spinner />}>
            <ItemHistory item={item} editing={{ itemForm, files, others }} />
          </Suspense>
        ) : onAttachments ? (
          <Suspense fallback={<Spinner />}>
            <DraftNote draft={files.draft} />
            <Attachments
              itemID={itemID}
              attachments={files.attachments}
              changes={{ uploads: files.uploads, onRemove: files.remove, files: files.drafts }}
            />
          </Suspense>
        ) : (
          <div ref={fields} tabIndex={-1}>
            <ItemDetails itemForm={itemForm} />
          </div>
        )}
      </Tabs>
      <FilesForItem add={files.uploads.add} onGiven={goToAttachments} />
    </Page>
  )
}
