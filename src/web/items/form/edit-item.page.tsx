import { Suspense, useEffect, useEffectEvent, useRef } from 'react'
import {
  useLoaderData,
  useNavigate,
  useSearchParams,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import { getItem, type Item } from '../../../shared/items/items.api.ts'
import { call } from '../../lib/call.ts'
import { ApiError } from '../../lib/errors.ts'
import { isNoConnection } from '../../lib/retry.ts'
import { FilesForItem } from '../../attachments/files-for-item.tsx'
import { toastFailure } from '../../attachments/toast-failure.ts'
import { cachedQuery, couldNotRenew, useRevalidated, type Shown } from '../../lib/query-cache.ts'
import { useLinkedCopies } from '../bulk/use-linked-copies.ts'
import { paths } from '../../lib/paths.ts'
import { queryIDOf } from '../../lib/query-id.ts'
import { hasUnsaved } from '../../ui/ask-before-unload.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { DraftNote } from '../../ui/draft-note.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Page } from '../../ui/page.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useUnsavedGuard } from '../../ui/unsaved-guard.tsx'
import { useGoBack } from '../../lib/use-go-back.ts'
import { setParents } from '../../lib/navigation-history.ts'
import { ItemDetails } from './item-details.tsx'
import { ItemHead } from '../list/item-head.tsx'
import { itemCacheKey } from '../list/item-cache-key.ts'
import { useItemFiles } from './use-item-files.ts'
import { useItemForm } from './use-item-form.ts'

const ViewItem = lazyComponent(async () => (await import('../view-item.tsx')).ViewItem, 'The item')
const loadAttachments = async () => (await import('../../attachments/attachments.tsx')).Attachments
const Attachments = lazyComponent(loadAttachments, 'Attachments')
const LinkedCopiesQuestion = lazyComponent(
  async () => (await import('../bulk/linked-copies-question.tsx')).LinkedCopiesQuestion,
  'The question about the others',
)
const ItemHistory = lazyComponent(async () => (await import('../../history/item-history.tsx')).ItemHistory, 'History')

export const loader = async ({ request }: LoaderFunctionArgs): Promise<Shown<Item> | null> => {
  const itemID = queryIDOf(request, 'itemID')
  if (itemID === undefined) return null
  try {
    const shown = await cachedQuery(itemCacheKey(itemID), () => call(getItem, { query: { itemID } }))
    const { roomID, projectID } = shown.value
    setParents(`itemID=${itemID}`, [`roomID=${roomID}`, `projectID=${projectID}`])
    return shown
  } catch (error) {
    const sentElsewhere = error instanceof ApiError && (error.status === 401 || error.status === 403)
    if (isNoConnection(error)) console.error(error)
    else if (!sentElsewhere) toastFailure(error, 'Unable to load item')
    throw error
  }
}

/** Changing tabs loads nothing: a failed request would discard what was typed. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean => {
  const itemID = nextUrl.searchParams.get('itemID')
  return currentUrl.searchParams.get('itemID') !== itemID || couldNotRenew(itemCacheKey(Number(itemID)))
}

export const Component = () => {
  const shown = useLoaderData<typeof loader>()
  return shown ? <ShownItem shown={shown} /> : <StepBack />
}

/** Keeps what was typed here; saving reports what others have changed. */
const ShownItem = ({ shown }: { shown: Shown<Item> }) => {
  const item = useRevalidated(itemCacheKey(shown.value.itemID), shown, hasUnsaved)
  if (item.may !== 'read') return <EditItem key={item.itemID} opened={item} />
  return (
    <Suspense fallback={<Spinner />}>
      <ViewItem key={item.itemID} item={item} />
    </Suspense>
  )
}

const FIELDS_ID = 'fields'

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
      <ItemHead item={item} onAttachments={onAttachments} {...(!onHistory && { editsAt: FIELDS_ID })} />
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
          <div id={FIELDS_ID} tabIndex={-1}>
            <ItemDetails itemForm={itemForm} />
          </div>
        )}
      </Tabs>
      <FilesForItem add={files.uploads.add} onGiven={goToAttachments} />
    </Page>
  )
}
