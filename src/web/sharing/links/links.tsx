import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { createLink, listLinks, turnOffLink, updateLink, type Link } from '../../../shared/sharing/links.api.ts'
import { type RoomCard, listRooms } from '../../../shared/projects/rooms.api.ts'
import { call } from '../../lib/call.ts'
import { sentence } from '../../lib/errors.ts'
import { counted } from '../../lib/pluralize.ts'
import { endpointQuery } from '../../lib/query.ts'
import { AddressWarning } from '../../ui/address-warning.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx'
import { IconChevronRight, IconPlus } from '../../ui/icons.tsx'
import { Message } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../lib/toasts.ts'
import { LinkCard } from './link-card.tsx'
import { pathOfCodes } from './path-of-codes.ts'
import { hiddenInWords } from './hidden-fields.ts'
import { LinkForm, type LinkInputs } from './link-form.tsx'

/** The links of a project and its rooms; undefined while loading. */
const useLinks = (projectID: number, onCount: (count: number) => void) => {
  const links = useQuery(endpointQuery(listLinks, { query: { projectID } }))
  const rooms = useQuery(endpointQuery(listRooms, { query: { projectID } }))
  const error = links.error ?? rooms.error
  const count = links.data?.links.length
  const tellCount = useEffectEvent(onCount)
  useEffect(() => {
    if (count !== undefined) tellCount(count)
  }, [count])
  return {
    known: links.data && rooms.data !== undefined ? { ...links.data, rooms: rooms.data?.rooms ?? [] } : undefined,
    failure: error ? sentence(error, { other: 'Unable to load the links' }) : undefined,
    renew: links.refetch,
  }
}

/** The owner creates, copies, edits and revokes read-only links here. */
export const Links = ({ projectID, onCount }: { projectID: number; onCount: (count: number) => void }) => {
  const { known, failure, renew } = useLinks(projectID, onCount)
  const [editing, setEditing] = useState<Link | 'new'>()
  /** Whether a form was closed, and the link that was made with it: what follows takes the focus. */
  const [closed, setClosed] = useState<{ made: number | undefined }>()
  const [leaving, setLeaving] = useState<Link>()
  const heading = useRef<HTMLHeadingElement>(null)
  const turningOff = useRef(false)

  const close = (made?: number) => {
    if (editing) setClosed({ made })
    setEditing(undefined)
  }
  const follow = async ({ message, linkID }: { message: string; linkID?: number }) => {
    toast({ kind: 'success', text: message })
    close(linkID)
    await renew()
  }
  const save = async ({ endsAt, ...others }: LinkInputs) => {
    const link = editing === 'new' ? undefined : editing
    const body = { ...others, ...(endsAt !== link?.endsAt && { endsAt }) }
    await follow(
      link
        ? await call(updateLink, { body: { linkID: link.linkID, ...body } })
        : await call(createLink, { body: { projectID, ...body } }),
    )
  }
  const turnOff = async ({ linkID }: Link) => {
    if (turningOff.current) return
    turningOff.current = true
    try {
      const answer = await call(turnOffLink, { query: { linkID } })
      // The focused button disappears with its card.
      heading.current?.focus()
      await follow(answer)
    } catch (error) {
      const words = { 404: 'This link no longer exists', other: 'Couldn’t turn off the link' }
      toast({ kind: 'error', text: sentence(error, words) })
    }
    turningOff.current = false
  }

  return (
    <section aria-labelledby="read-only-links" className="shrink mt-40">
      <div className="row wrap between min-44 gap-8 mb-12">
        <h2 ref={heading} id="read-only-links" tabIndex={-1}>
          Read-Only Links
        </h2>
        {known && editing === undefined && (
          <Button small icon={<IconPlus />} autoFocus={closed !== undefined} onClick={() => setEditing('new')}>
            New Link
          </Button>
        )}
      </div>
      <AddressWarning />
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      {!known && failure === undefined && <Spinner />}
      {known && editing !== undefined && (
        <LinkForm
          key={editing === 'new' ? 'new' : editing.linkID}
          link={editing === 'new' ? undefined : editing}
          {...known}
          onSave={save}
          onCancel={() => close()}
        />
      )}
      {known && (
        <>
          {known.links.length === 0 && editing === undefined && (
            <p className="muted mb-16">
              Share a project, a room, or a trade’s work with someone who doesn’t have an account, like a painter,
              appraiser, or guest.
            </p>
          )}
          <ul className="grid gap-12 mt-16 mb-16">
            {known.links.map((link) => (
              <LinkCard
                key={link.linkID}
                link={link}
                projectID={projectID}
                hidden={hiddenInWords(link.hides, known.labels)}
                isNew={link.linkID === closed?.made}
                onChange={() => setEditing(link)}
                onTakeBack={() => setLeaving(link)}
              />
            ))}
          </ul>
          <QRRooms projectID={projectID} rooms={known.rooms} />
        </>
      )}
      <ConfirmDialog
        open={leaving !== undefined}
        title="Turn Off This Link?"
        safeLabel="Keep It"
        destructiveLabel="Turn Off"
        onSafe={() => setLeaving(undefined)}
        onDestructive={() => {
          if (leaving) void turnOff(leaving)
          setLeaving(undefined)
        }}
      >
        {`“${leaving?.name}” will stop working for everyone, including its printed QR codes. This can’t be undone.`}
      </ConfirmDialog>
    </section>
  )
}

/** Links to the QR codes of each room. */
const QRRooms = ({ projectID, rooms }: { projectID: number; rooms: readonly RoomCard[] }) =>
  rooms.length > 0 && (
    <nav aria-label="QR codes to print" className="muted label mt-24">
      <h3 className="ink">QR Codes to Print</h3>
      <p className="mb-8">Print a code for each room and item. Scanning it opens the room.</p>
      <Card>
        <ul className="ruled">
          {rooms.map(({ ID, name, roomTypeName, itemCount }) => (
            <li key={ID} className="row relative gap-12 line hover-row">
              <span className="grow">
                <RouterLink to={pathOfCodes(projectID, ID)} className="strong ink link-over">
                  <bdi>{name}</bdi>
                </RouterLink>{' '}
                <small className="faint small">
                  {roomTypeName} · {counted(itemCount, 'item')}
                </small>
              </span>
              <IconChevronRight aria-hidden="true" />
            </li>
          ))}
        </ul>
      </Card>
    </nav>
  )
