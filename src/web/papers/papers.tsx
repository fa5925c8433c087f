import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { PAPER_SIZES, usualSize, type PaperSize } from '../../shared/papers.ts'
import type { Project } from '../../shared/projects.ts'
import type { RoomCard } from '../../shared/rooms.ts'
import { paths } from '../paths.ts'
import { withoutPath } from '../public-path.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { FormFoot } from '../ui/form-foot.tsx'
import { Message } from '../ui/message.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Page } from '../ui/page.tsx'
import { Select } from '../ui/select.tsx'
import { Sheet, SheetBody } from '../ui/sheet.tsx'
import { DrawnCard } from './drawn-card.tsx'
import { paperAddress } from './paper-address.ts'
import styles from './papers.module.css'
import { usePaper } from './use-paper.ts'

const SIZE_NAMES: Readonly<Record<PaperSize, string>> = { letter: '4 × 6 in', a4: 'A6' }

interface PapersProps {
  project: Project
  rooms: readonly RoomCard[]
}

/** What can be printed of a project. */
export const Papers = ({ project, rooms }: PapersProps) => {
  const { projectID } = project
  const [size, setSize] = useState(() => usualSize(project, navigator.language))
  const [room, setRoom] = useState('')
  const { making, failure, make, cancel } = usePaper()
  const roomID = room === '' ? undefined : Number(room)
  const address = paperAddress({ projectID, kind: 'touchup', size, roomID })
  return (
    <Page width="form">
      <title>{`Papers · ${project.name} · Roomfolio`}</title>
      <Breadcrumbs
        items={[
          { name: 'Home', to: paths.selectProject() },
          { name: project.name, to: paths.projectHome(projectID) },
          { name: 'Papers' },
        ]}
      />
      <PageHead title="Papers" sub="PDFs to print, or to send to whoever works on the house." />
      <Sheet>
        <SheetBody>
          <div className={styles.kind}>
            <DrawnCard samples={rooms.flatMap(({ samples }) => samples)} />
            <div className={styles.words}>
              <h2>Touch-Up Cards</h2>
              <p>
                One card for each paint and stain: its color, brand, code and sheen, where it is, when it was painted,
                what was there before, and a code that opens it on a phone. Keep it with the can.
              </p>
              <div className={styles.choices}>
                <Select label="Rooms" name="room" value={room} onChange={setRoom}>
                  <option value="">All Rooms</option>
                  {rooms.map(({ ID, name }) => (
                    <option key={ID} value={ID}>
                      {name}
                    </option>
                  ))}
                </Select>
                <Select label="Card" name="size" value={size} onChange={(value) => setSize(value as PaperSize)}>
                  {PAPER_SIZES.map((value) => (
                    <option key={value} value={value}>
                      {SIZE_NAMES[value]}
                    </option>
                  ))}
                </Select>
              </div>
              {failure !== undefined && <Message kind="error">{failure}</Message>}
            </div>
          </div>
        </SheetBody>
        <FormFoot
          status={making ? 'Making the PDF …' : undefined}
          end={
            making && (
              <Button kind="quiet" onClick={cancel}>
                Cancel
              </Button>
            )
          }
        >
          <Button kind="primary" icon={<IconDownload />} busy={making} onClick={() => make(address)}>
            Download PDF
          </Button>
          <LinkButton icon={<IconExternalLink />} to={withoutPath(address)} reloadDocument target="_blank">
            Open to Print
          </LinkButton>
        </FormFoot>
      </Sheet>
    </Page>
  )
}
