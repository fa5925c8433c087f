import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '../../../shared/contract/endpoint.ts'
import { listItems } from '../../../shared/items/items.api.ts'
import { getRoom } from '../../../shared/projects/rooms.api.ts'
import { getQRLink } from '../../../shared/sharing/links.api.ts'
import { call } from '../../lib/call.ts'
import { sentence } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'
import { AddressWarning } from '../../ui/address-warning.tsx'
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx'
import { Button } from '../../ui/button.tsx'
import { createIcon } from '../../ui/icons.tsx'
import { Message } from '../../ui/message.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { QRCode } from '../../ui/qr-code.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './qr-labels.module.css'

const IconPrinter = createIcon(
  'M17 17h2a2 2 0 0 0 2-2v-4a2 2 0 0 0-2-2H5a2 2 0 0 0-2 2v4a2 2 0 0 0 2 2h2m10-8V5a2 2 0 0 0-2-2H9a2 2 0 0 0-2 2v4M7 15a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2z',
)

interface Codes {
  room: ResponseOf<typeof getRoom>
  items: ResponseOf<typeof listItems>
  address: string
}

/** The QR codes of a room and its items, for printing. Loading them creates their link if there is none. */
export const QRLabels = ({ roomID }: { roomID: number }) => {
  const { data, error } = useQuery({
    queryKey: [getQRLink.path, roomID],
    queryFn: async ({ signal }): Promise<Codes> => {
      const [room, items, { address }] = await Promise.all([
        call(getRoom, { query: { roomID } }, { signal }),
        call(listItems, { query: { roomID } }, { signal }),
        call(getQRLink, { body: { roomID } }, { signal }),
      ])
      return { room, items, address }
    },
    refetchOnWindowFocus: false,
  })
  if (data) return <Labels {...data} />
  if (!error) return <Spinner />
  return (
    <Message kind="error">
      {sentence(error, { 404: 'There is no such room', other: 'Unable to load the codes' })}
    </Message>
  )
}

const Labels = ({ room, items, address }: Codes) => {
  const { roomName, projectID, projectName } = room
  return (
    <>
      <title>{`QR Codes · ${roomName} · Roomfolio`}</title>
      <div className="no-print">
        <Breadcrumbs
          items={[
            { name: 'Home', to: paths.selectProject() },
            { name: projectName, to: paths.projectHome(projectID) },
            { name: 'People', to: paths.members(projectID) },
            { name: roomName },
          ]}
        />
        <PageHeader
          title="QR Codes"
          sub="Anyone who scans a code can view the room but not change it. To turn the codes off, turn off their link under People."
          actions={
            <Button kind="primary" icon={<IconPrinter />} onClick={() => print()}>
              Print
            </Button>
          }
        />
        <AddressWarning />
      </div>
      <ul className={classNames('cells gap-16', styles.labels)}>
        <li className={classNames('row sheet pad gap-16 whole-row', styles.room)}>
          <div className={classNames('fixed', styles.code)}>
            <QRCode address={address} label={`QR code of ${roomName}`} />
          </div>
          <div className="shrink muted label">
            <h2 dir="auto" className="ink">
              {roomName}
            </h2>
            <p dir="auto">{projectName}</p>
          </div>
        </li>
        {items.map(({ itemID, title, subCatName }) => (
          <li key={itemID} className="row sheet pad gap-16">
            <div className={classNames('fixed', styles.code)}>
              <QRCode address={`${address}?itemID=${itemID}`} label={`QR code of ${title}`} />
            </div>
            <div className="shrink muted label">
              <p dir="auto" className="faint small">
                {roomName}
              </p>
              <p dir="auto" className="bold ink">
                {title}
              </p>
              {title !== subCatName && <p dir="auto">{subCatName}</p>}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
