import { IconPrinter } from '@tabler/icons-react'
import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listItems } from '../../shared/items.ts'
import { printQR } from '../../shared/links.ts'
import { getRoom } from '../../shared/rooms.ts'
import { call } from '../api/call.ts'
import { paths } from '../paths.ts'
import { queryIDOf } from '../query-id.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { QRCode } from './qr-code.tsx'
import styles from './qr-labels.module.css'

/** Whoever opens the page wishes the codes: their link is made where there is none. */
export const loader = async ({ request }: LoaderFunctionArgs) => {
  const roomID = queryIDOf(request, 'roomID')
  if (roomID === undefined) throw redirect(paths.selectProject())
  const [room, items, { address }] = await Promise.all([
    call(getRoom, { query: { roomID } }),
    call(listItems, { query: { roomID } }),
    call(printQR, { body: { roomID } }),
  ])
  return { room, items, address }
}

export const Component = () => {
  const { room, items, address } = useLoaderData<typeof loader>()
  const { roomID, roomName, projectID, projectName } = room
  return (
    <Page>
      <title>{`QR Codes · ${roomName} · Roomfolio`}</title>
      <div className={styles.screen}>
        <Breadcrumbs
          items={[
            { name: 'Home', to: paths.selectProject() },
            { name: projectName, to: paths.projectHome(projectID) },
            { name: roomName, to: paths.roomItems(roomID) },
            { name: 'QR Codes' },
          ]}
        />
        <PageHead
          title="QR Codes"
          sub="Whoever scans one looks at the room, and may change nothing. Take its link back under People, and they open nothing any more."
          actions={
            <Button kind="primary" icon={<IconPrinter />} onClick={() => print()}>
              Print
            </Button>
          }
        />
      </div>
      <ul className={styles.labels}>
        <li className={styles.room}>
          <div className={styles.code}>
            <QRCode address={address} label={`QR code of ${roomName}`} />
          </div>
          <div className={styles.words}>
            <h2 dir="auto">{roomName}</h2>
            <p dir="auto">{projectName}</p>
          </div>
        </li>
        {items.map(({ itemID, title, subCatName }) => (
          <li key={itemID} className={styles.item}>
            <div className={styles.code}>
              <QRCode address={`${address}?itemID=${itemID}`} label={`QR code of ${title}`} />
            </div>
            <div className={styles.words}>
              <p dir="auto" className={styles.place}>
                {roomName}
              </p>
              <p dir="auto" className={styles.title}>
                {title}
              </p>
              {title !== subCatName && <p dir="auto">{subCatName}</p>}
            </div>
          </li>
        ))}
      </ul>
    </Page>
  )
}
