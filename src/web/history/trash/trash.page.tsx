import { useRef, useState, type ReactNode } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { deletePermanently, listTrash, type TrashEntry } from '../../../shared/history/trash.api.ts'
import { TRASH_DAYS } from '../../../shared/history/trash-days.ts'
import { call } from '../../lib/call.ts'
import { NoResponse, sentence } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'
import { useNeighborFocus } from '../../lib/focus/use-neighbor-focus.ts'
import { messageWithPricing } from '../../ui/pricing-hint.tsx'
import { useSession } from '../../lib/session.ts'
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx'
import { EmptyTrashDrawing } from '../../ui/drawings/empty-trash.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconDoor, IconHome, IconListDetails, createIcon } from '../../ui/icons.tsx'
import { Message } from '../../ui/message.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Card } from '../../ui/card.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../lib/toasts.ts'
import { restoreFailure, useRestore } from './restore.ts'

const IconPaperclip = createIcon(
  'M15 7l-6.5 6.5a1.5 1.5 0 0 0 3 3L18 10a3 3 0 0 0-6-6l-6.5 6.5a4.5 4.5 0 0 0 9 9L21 13',
)

export const loader = ({ request }: LoaderFunctionArgs): Promise<TrashEntry[]> =>
  call(listTrash, undefined, { signal: request.signal })

/** `contents` names what is permanently deleted with it. */
const KINDS = {
  project: { word: 'Project', Icon: IconHome, contents: ' and everything in it' },
  template: { word: 'Template', Icon: IconHome, contents: ' and everything in it' },
  room: { word: 'Room', Icon: IconDoor, contents: ' and everything in it' },
  rooms: { word: 'Rooms', Icon: IconDoor, contents: ' and everything in them' },
  item: { word: 'Item', Icon: IconListDetails, contents: ' and its files' },
  items: { word: 'Items', Icon: IconListDetails, contents: ' and their files' },
  attachment: { word: 'Attachment', Icon: IconPaperclip, contents: '' },
  photos: { word: 'Photos', Icon: IconPaperclip, contents: '' },
} as const satisfies Record<TrashEntry['kind'], unknown>

/** A button of an entry and its call. */
interface Pressed {
  trashID: number
  button: 'restore' | 'end'
}

export const Component = () => {
  const entries = useLoaderData<typeof loader>()
  const restore = useRestore()
  const { revalidate } = useRevalidator()
  const [pressed, setPressed] = useState<readonly Pressed[]>([])
  const [failure, setFailure] = useState<ReactNode>()
  const [ending, setEnding] = useState<TrashEntry>()
  const place = useRef<HTMLDivElement>(null)
  const focus = useNeighborFocus<number, HTMLButtonElement>(
    entries.map(({ trashID }) => trashID),
    place,
  )

  /** Runs one call of an entry at a time. After a refusal the list is reloaded, since the entry may be gone. */
  const act = async (
    { trashID }: TrashEntry,
    button: Pressed['button'],
    send: () => Promise<void>,
    failureOf: (error: unknown) => ReactNode,
  ) => {
    if (pressed.some((one) => one.trashID === trashID)) return
    setPressed((all) => [...all, { trashID, button }])
    setFailure(undefined)
    focus.goes(trashID)
    try {
      await send()
    } catch (error) {
      setFailure(failureOf(error))
      if (!(error instanceof NoResponse)) void revalidate()
    } finally {
      setPressed((all) => all.filter((one) => one.trashID !== trashID))
    }
  }

  const bringBack = (entry: TrashEntry) =>
    act(
      entry,
      'restore',
      () => restore(entry.trashID),
      (error) => messageWithPricing(error, restoreFailure(error, entry.name)),
    )

  const end = (entry: TrashEntry) =>
    act(
      entry,
      'end',
      async () => {
        const { message } = await call(deletePermanently, { query: { trashID: entry.trashID } })
        toast({ kind: 'success', text: message })
        await revalidate()
      },
      (error) => sentence(error, { other: `Unable to delete "${entry.name}"` }),
    )

  const isPressed = ({ trashID }: TrashEntry, button: Pressed['button']) =>
    pressed.some((one) => one.trashID === trashID && one.button === button)

  return (
    <Page width="form">
      <title>Trash · Roomfolio</title>
      <Breadcrumbs items={[{ name: 'Home', to: paths.selectProject() }, { name: 'Trash' }]} />
      <PageHeader title="Trash" sub={`Deleted items stay here for ${TRASH_DAYS} days, then are permanently removed.`} />
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      <div ref={place} tabIndex={-1}>
        {entries.length === 0 ? (
          <EmptyState
            drawing={<EmptyTrashDrawing />}
            title="The trash is empty."
            help="Projects, rooms, items, and files you delete can be restored from here."
          >
            <LinkButton kind="primary" to={paths.selectProject()}>
              My Projects
            </LinkButton>
          </EmptyState>
        ) : (
          <Card>
            <ul className="ruled">
              {entries.map((entry) => (
                <Entry key={entry.trashID} entry={entry}>
                  <Button
                    ref={focus.refTo(entry.trashID)}
                    small
                    aria-label={`Restore ${entry.name}`}
                    busy={isPressed(entry, 'restore')}
                    onClick={() => void bringBack(entry)}
                  >
                    Restore
                  </Button>
                  {entry.may === 'own' && (
                    <Button
                      kind="danger"
                      small
                      aria-label={`Delete Permanently: ${entry.name}`}
                      busy={isPressed(entry, 'end')}
                      onClick={() => setEnding(entry)}
                    >
                      Delete Permanently
                    </Button>
                  )}
                </Entry>
              ))}
            </ul>
          </Card>
        )}
      </div>
      <ConfirmDialog
        open={ending !== undefined}
        title="Delete Permanently"
        safeLabel="Keep in Trash"
        destructiveLabel="Delete Permanently"
        onSafe={() => setEnding(undefined)}
        onDestructive={() => {
          setEnding(undefined)
          if (ending) void end(ending)
        }}
      >
        {ending && `"${ending.name}"${KINDS[ending.kind].contents} can’t be restored afterward.`}
      </ConfirmDialog>
    </Page>
  )
}

interface EntryProps {
  entry: TrashEntry
  /** The entry's buttons. */
  children: ReactNode
}

const Entry = ({
  entry: { kind, name, where, deletedAt, expiresAt, deletedBy, deletedByName },
  children,
}: EntryProps) => {
  const { word, Icon } = KINDS[kind]
  const isMine = useSession()?.user === deletedBy
  return (
    <li className="row wrap gap-12 entry">
      <span className="tile large-tile" aria-hidden="true">
        <Icon />
      </span>
      <div className="grow-180">
        <p className="prewrap h3">{name}</p>
        <p className="muted">{where ? `${word} in ${where}` : word}</p>
        <p className="flex wrap faint small mt-4 gap-16 tight">
          <span>
            Deleted {!isMine && `by ${deletedByName} `}
            <Time at={deletedAt} />
          </span>
          <span>
            Deletes permanently <Time at={expiresAt} />
          </span>
        </p>
      </div>
      <div className="flex gap-8 wide-buttons">{children}</div>
    </li>
  )
}
