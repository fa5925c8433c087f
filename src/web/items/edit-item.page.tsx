import { IconTrash } from '@tabler/icons-react'
import { Suspense, useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import {
  useLoaderData,
  useNavigate,
  useSearchParams,
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import {
  deleteItem,
  deleteItemFile,
  getItem,
  item as itemSchema,
  updateItem,
  type Attachment,
  type Item,
} from '../../shared/items.ts'
import { TRASH_DAYS } from '../../shared/trash.ts'
import { call } from '../api/call.ts'
import { ApiError } from '../api/errors.ts'
import { isNoConnection } from '../connection.ts'
import { FilesForItem } from '../files/files-for-item.tsx'
import { tellFailure } from '../files/tell-failure.ts'
import { useUploads } from '../files/use-uploads.ts'
import { paths } from '../paths.ts'
import { queryIDOf } from '../query-id.ts'
import { useUndo, useWhenRestored } from '../trash/restore.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { FormEnd, FormFoot } from '../ui/form-foot.tsx'
import { FormGrid } from '../ui/form-grid.tsx'
import { later } from '../ui/later.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Page } from '../ui/page.tsx'
import { Sheet, SheetBody } from '../ui/sheet.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { TitleBlock } from '../ui/title-block.tsx'
import { toast } from '../ui/toasts.ts'
import { useUnsavedGuard } from '../ui/unsaved-guard.tsx'
import { NOTHING_TO_SAVE } from '../use-form.ts'
import { useGoBack } from '../use-go-back.ts'
import { useIsHere } from '../use-is-here.ts'
import { isGone, standsIn, whereItWas } from '../way-back.ts'
import styles from './edit-item.module.css'
import { ItemChip } from './item-chip.tsx'
import { ItemConflict, type Conflict } from './item-conflict.tsx'
import { difference, draftOf, EMPTY_DRAFT, pick, shownNames, type DraftName, type ItemDraft } from './item-draft.ts'
import { ItemFields } from './item-fields.tsx'
import { useDraftErrors } from './use-draft-errors.ts'

const loadAttachments = async () => (await import('../files/attachments.tsx')).Attachments
const Attachments = later(loadAttachments, 'Attachments')

export const loader = async ({ request }: LoaderFunctionArgs): Promise<Item | null> => {
  const itemID = queryIDOf(request, 'itemID')
  if (itemID === undefined) return null
  try {
    const item = await call(getItem, { query: { itemID } })
    standsIn(`itemID=${itemID}`, [`roomID=${item.roomID}`, `projectID=${item.projectID}`])
    return item
  } catch (error) {
    const sentElsewhere = error instanceof ApiError && (error.status === 401 || error.status === 403)
    if (isNoConnection(error)) console.error(error)
    else if (!sentElsewhere) tellFailure(error, 'Unable to load item')
    throw error
  }
}

/** Changing the tab asks for nothing: a failing answer would cost what was typed. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.searchParams.get('itemID') !== nextUrl.searchParams.get('itemID')

export const Component = () => {
  const item = useLoaderData<typeof loader>()
  return item ? <EditItem key={item.itemID} opened={item} /> : <StepBack />
}

const StepBack = () => {
  const goBack = useEffectEvent(useGoBack(paths.selectProject()))
  useEffect(() => {
    // Later, for React in strict mode runs effects twice, and two steps would be one too many.
    const soon = setTimeout(() => goBack())
    return () => clearTimeout(soon)
  }, [])
  return null
}

/** The item as it is after a save of the draft. */
const withDraft = (item: Item, { notes: note, ...fields }: ItemDraft, version: number): Item => ({
  ...item,
  ...fields,
  note,
  version,
})

/** What tells this item from its neighbours: its first two fields. */
const nameOf = (item: Item): string =>
  item.labels
    .slice(0, 2)
    .map(({ field }) => item[field])
    .filter(Boolean)
    .join(' ')

const EditItem = ({ opened }: { opened: Item }) => {
  const { itemID } = opened
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const onAttachments = query.get('tab') === 'attachments'

  /** The item as far as it is known to be stored. */
  const [stored, setStored] = useState(opened)
  const [draft, setDraft] = useState(() => draftOf(opened))
  const [conflict, setConflict] = useState<Conflict>()
  const [saving, setSaving] = useState(false)
  const [unchanged, setUnchanged] = useState(false)
  const [clearing, setClearing] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const isHere = useIsHere()
  const form = useRef<HTMLFormElement>(null)

  const toRoom = paths.roomItems(stored.roomID)
  const changed = difference(draftOf(stored), draft)
  const dirty = changed.length > 0
  const guard = useUnsavedGuard(dirty)
  const errors = useDraftErrors(draft)

  const [attachments, setAttachments] = useState(opened.attachments)
  const uploads = useUploads(itemID, setAttachments)
  useEffect(() => {
    // So that the other tab opens at once, whatever becomes of the connection.
    loadAttachments().catch(console.error)
  }, [])
  const attachmentsTab = useRef<HTMLAnchorElement>(null)
  const goToAttachments = () => {
    if (onAttachments) return
    // What has the focus now goes with the other tab.
    attachmentsTab.current?.focus()
    void navigate(paths.itemAttachments(itemID), { preventScrollReset: true })
  }
  const undo = useUndo()

  /** Answers whether it is gone. */
  const removeFile = async ({ name, remote }: Attachment): Promise<boolean> => {
    try {
      const deletion = await call(deleteItemFile, { query: { itemID, remote } })
      // At once, for the list then moves the focus on.
      flushSync(() => {
        setAttachments((all) => all.filter((one) => one.remote !== remote))
        for (const one of uploads.uploads) if (one.remote === remote) uploads.remove(one.id)
      })
      toast({ kind: 'success', text: deletion.message, action: undo(deletion, name) })
      return true
    } catch (error) {
      tellFailure(error, `Unable to remove "${name}"`)
      return false
    }
  }

  const refreshFiles = async () => {
    try {
      setAttachments((await call(getItem, { query: { itemID } })).attachments)
    } catch (error) {
      tellFailure(error, 'Unable to load item')
    }
  }
  useWhenRestored(() => void refreshFiles())

  const change = (name: DraftName, value: string) => {
    setUnchanged(false)
    setDraft((all) => ({ ...all, [name]: value }))
  }

  /** Takes what somebody else saved as stored. Fields that were not touched here follow it; the others stay as typed. */
  const meet = (current: Item) => {
    const now = draftOf(current)
    const theirs = difference(draftOf(stored), now).filter(
      (name) => draft[name] !== now[name] && shownNames(current.labels).includes(name),
    )
    const both = theirs.filter((name) => changed.includes(name))
    setStored(current)
    setDraft((typed) => ({ ...now, ...pick(typed, changed) }))
    setConflict({ theirs, both, unsaved: changed.some((name) => draft[name] !== now[name]) })
  }

  const save = async () => {
    if (saving || deleting) return
    if (!dirty) return setUnchanged(true)
    let valid = false
    flushSync(() => {
      valid = errors.check()
    })
    if (!valid) {
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
      return
    }
    setSaving(true)
    try {
      const { message, version } = await call(updateItem, {
        body: { itemID, inputs: pick(draft, changed), version: stored.version },
      })
      flushSync(() => {
        setStored(withDraft(stored, draft, version))
        setConflict(undefined)
      })
      toast({ kind: 'success', text: message })
      await navigate(toRoom, whereItWas(toRoom))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'item_changed') {
        meet(itemSchema.parse(error.body.current))
        return
      }
      if (error instanceof ApiError) errors.refuse(error.fields)
      tellFailure(error, 'Unable to update item')
    } finally {
      setSaving(false)
    }
  }

  const remove = async () => {
    if (saving || deleting) return
    setDeleting(true)
    try {
      const deletion = await call(deleteItem, { query: { itemID } })
      // What was typed goes with the item: leaving asks nothing.
      flushSync(() => setDraft(draftOf(stored)))
      const action = undo(deletion, `${stored.catName} – ${stored.subCatName}`)
      toast({ kind: 'success', text: deletion.message, action })
      isGone(`itemID=${itemID}`, toRoom)
      if (isHere()) await navigate(toRoom, { replace: true, ...whereItWas(toRoom) })
    } catch (error) {
      tellFailure(error, 'Unable to delete item')
    } finally {
      setDeleting(false)
    }
  }

  const details = (
    <>
      <TitleBlock
        layout="row"
        facts={[
          { name: 'Project Name', value: stored.projectName },
          { name: 'Room Name', value: stored.roomName },
          { name: 'Category', value: stored.catName },
          { name: 'Sub Category', value: stored.subCatName },
        ]}
      />
      <form
        ref={form}
        noValidate
        className={styles.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void save()
        }}
      >
        {conflict && (
          <ItemConflict
            conflict={conflict}
            labels={stored.labels}
            mine={draft}
            stored={draftOf(stored)}
            busy={saving}
            onKeepMine={() => void save()}
            onTakeStored={() => {
              setDraft((typed) => ({ ...typed, ...pick(draftOf(stored), conflict.both) }))
              setConflict(undefined)
            }}
          />
        )}
        <Sheet>
          <SheetBody>
            <FormGrid>
              <ItemFields
                labels={stored.labels}
                draft={draft}
                errors={errors.shown}
                changed={changed}
                onChange={change}
                onLeave={errors.leave}
              />
            </FormGrid>
          </SheetBody>
          <FormFoot sticky status={dirty ? 'Unsaved changes' : unchanged ? NOTHING_TO_SAVE : undefined}>
            <Button type="submit" kind="primary" unready={!dirty} busy={saving}>
              Update Item
            </Button>
            <Button onClick={() => setClearing(true)}>Clear Fields</Button>
          </FormFoot>
        </Sheet>
      </form>
      <FormEnd>
        <Button
          kind="danger"
          icon={<IconTrash />}
          busy={deleting}
          // What is stored can be brought back, what was only typed cannot.
          onClick={() => (dirty ? setConfirming(true) : void remove())}
        >
          Delete Item
        </Button>
      </FormEnd>
    </>
  )

  return (
    <Page width={onAttachments ? 'full' : 'form'}>
      <title>{`${stored.subCatName} · Roomfolio`}</title>
      <Breadcrumbs
        items={[
          { name: 'Home', to: paths.selectProject() },
          { name: stored.projectName, to: paths.projectHome(stored.projectID) },
          { name: stored.roomName, to: toRoom },
          { name: 'Update Item' },
        ]}
      />
      <PageHead
        title={stored.subCatName}
        sub={nameOf(opened)}
        chip={<ItemChip item={{ ...opened, attachments }} size="head" />}
      />
      <Tabs
        label="Item"
        tabs={[
          { to: paths.editItem(itemID), name: 'Item Details', selected: !onAttachments },
          {
            to: paths.itemAttachments(itemID),
            name: 'Attachments',
            count: attachments.length,
            selected: onAttachments,
            ref: attachmentsTab,
          },
        ]}
      >
        {onAttachments ? (
          <Suspense fallback={<Spinner />}>
            <Attachments attachments={attachments} uploads={uploads} onRemove={removeFile} />
          </Suspense>
        ) : (
          details
        )}
      </Tabs>
      <FilesForItem add={uploads.add} onGiven={goToAttachments} />
      <ConfirmDialog
        open={clearing}
        title="Clear Fields"
        safe="Keep Working"
        loss="Clear Form"
        onSafe={() => setClearing(false)}
        onLoss={() => {
          setClearing(false)
          setDraft((all) => ({ ...all, ...pick(EMPTY_DRAFT, shownNames(stored.labels)) }))
        }}
      >
        This empties every field of the form. Nothing is saved until you choose Update Item.
      </ConfirmDialog>
      <ConfirmDialog
        open={confirming}
        title="Unsaved Changes"
        safe="Keep Working"
        loss="Delete Item"
        onSafe={() => setConfirming(false)}
        onLoss={() => {
          setConfirming(false)
          void remove()
        }}
      >
        What you entered here has not been saved and is lost if you delete the item. The item as it was saved can be
        restored from the Trash for {TRASH_DAYS} days.
      </ConfirmDialog>
      {guard}
    </Page>
  )
}
