import type { EmergencySheet } from '../../../shared/items/emergency.api.ts'
import type { Emergency as Kind } from '../../../shared/structure/classification.ts'
import { paths } from '../../lib/paths.ts'
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { IconPlus } from '../../ui/icons.tsx'
import { Page } from '../../ui/page/page.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { EmergencyEntries } from './emergency-entries.tsx'
import { PrintButtons } from './print-buttons.tsx'

/** What to record of each kind. */
const TO_RECORD: Readonly<Record<Kind, string>> = {
  valve: 'For each valve, note what it shuts off (like water or gas) and where it is.',
  panel: 'Note where the panel is and which breaker controls what.',
  gas: 'Note where to shut off the gas and what tool you need.',
  alarm: 'Note where alarms are and what to do when one goes off.',
  contact: 'A plumber, an electrician, a neighbor with a key: name and phone number.',
}

/** The emergency sheet, to read and to print. */
export const Emergency = ({ sheet: { projectID, projectName, may, groups, record } }: { sheet: EmergencySheet }) => {
  const missing = record.filter((place) => !groups.some(({ emergency }) => emergency === place.emergency))
  return (
    <Page width="form">
      <title>{`In an Emergency · ${projectName} · Roomfolio`}</title>
      <Breadcrumbs
        items={[
          { name: 'Home', to: paths.selectProject() },
          { name: projectName, to: paths.projectHome(projectID) },
          { name: 'In an Emergency' },
        ]}
      />
      <PageHeader
        title="In an Emergency"
        sub={<bdi>{projectName}</bdi>}
        actions={<PrintButtons projectID={projectID} printsPage={groups.length > 0} />}
      />
      {groups.length === 0 && may === 'read' && <p>No emergency info yet.</p>}
      <EmergencyEntries groups={groups} opensItems />
      {missing.length > 0 && (
        <section aria-labelledby="to-record" className="mb-24 no-print">
          <h2 id="to-record" className="card-title-large mb-12">
            Not Recorded Yet
          </h2>
          <ul className="sheet ruled">
            {missing.map((place) => (
              <li key={place.emergency} className="row wrap between pad gap-16">
                <ToRecord place={place} projectID={projectID} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </Page>
  )
}

/** Why to record an entry, and a link to do so. */
const ToRecord = ({ place, projectID }: { place: EmergencySheet['record'][number]; projectID: number }) => {
  const { emergency, name, subCatName, room, roomTypes } = place
  return (
    <>
      <div>
        <h3>{name}</h3>
        <p>{TO_RECORD[emergency]}</p>
        <p className="muted label mt-4">
          {room ? (
            <>
              As {subCatName}, in <bdi>{room.roomName}</bdi> or any other room that has it.
            </>
          ) : (
            `As ${subCatName}, in a room such as ${new Intl.ListFormat('en', { type: 'disjunction' }).format(roomTypes)}.`
          )}
        </p>
      </div>
      <LinkButton
        small
        icon={<IconPlus />}
        to={room ? paths.createItem(projectID, room.roomID) : paths.createRoom(projectID)}
        aria-label={room ? `Create Item: ${subCatName}` : `Create Room: ${name}`}
      >
        {room ? 'Create Item' : 'Create Room'}
      </LinkButton>
    </>
  )
}
