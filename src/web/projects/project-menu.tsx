import { Suspense, useState } from 'react'
import { getSheet } from '../../shared/exchange/sheets.api.ts'
import { exportMyData } from '../../shared/identity/account.api.ts'
import type { Right } from '../../shared/contract/rights.ts'
import type { Project } from '../../shared/projects/projects.api.ts'
import type { RoomCard } from '../../shared/projects/rooms.api.ts'
import { addressOf } from '../lib/call.ts'
import { paths } from '../lib/paths.ts'
import { withoutPath } from '../lib/public-path.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { MenuGroup, MoreMenu } from '../ui/menus/more-menu.tsx'
import { importOf, papersOf } from './project-parts.ts'

const CopyProject = lazyComponent(async () => (await import('./copies/copy-project.tsx')).CopyProject, 'Copy Project')
const KeepTemplate = lazyComponent(
  async () => (await import('./templates/keep-template.tsx')).KeepTemplate,
  'Save as Template',
)
const MoveRooms = lazyComponent(async () => (await import('./copies/move-rooms.tsx')).MoveRooms, 'Move Rooms')

interface ProjectMenuProps {
  project: Project
  may: Right
  template: boolean
  rooms: readonly RoomCard[]
  /** In the bar of a phone, which has no room for Papers. */
  inBar?: boolean
}

/** What is done with a project now and then. Without rooms there is nothing to print, download or copy. */
export const ProjectMenu = ({ project, may, template, rooms, inBar = false }: ProjectMenuProps) => {
  const [opened, setOpened] = useState<'copy' | 'template' | 'move'>()
  const close = () => setOpened(undefined)
  const { projectID } = project
  const hasRooms = rooms.length > 0
  return (
    <>
      <MoreMenu up={inBar}>
        <MenuGroup>
          {inBar && <MenuLink to={papersOf(project)}>Papers</MenuLink>}
          {!template && may !== 'read' && !inBar && <MenuLink to={paths.inbox(projectID)}>Add Photos</MenuLink>}
          <MenuLink to={paths.activity(projectID)}>Activity</MenuLink>
        </MenuGroup>
        <MenuGroup>
          {may !== 'read' && hasRooms && <MenuLink to={importOf(project)}>Import Spreadsheet</MenuLink>}
          {hasRooms &&
            (['xlsx', 'csv'] as const).map((format) => (
              <MenuLink
                key={format}
                to={withoutPath(addressOf(getSheet, { query: { projectID, format } }))}
                reloadDocument
                download
              >
                Download {format.toUpperCase()}
              </MenuLink>
            ))}
          {!template && hasRooms && (
            <MenuLink to={`${exportMyData.path}?projectID=${projectID}`} reloadDocument download>
              Download Project
            </MenuLink>
          )}
        </MenuGroup>
        <MenuGroup>
          {!template && hasRooms && (
            <>
              <MenuButton onClick={() => setOpened('copy')}>Copy Project</MenuButton>
              <MenuButton onClick={() => setOpened('template')}>Save as Template</MenuButton>
              {may === 'own' && <MenuButton onClick={() => setOpened('move')}>Move Rooms</MenuButton>}
            </>
          )}
        </MenuGroup>
        {!template && may === 'own' && (
          <MenuGroup>
            <MenuLink to={paths.handover(projectID)}>Hand Over</MenuLink>
          </MenuGroup>
        )}
      </MoreMenu>
      <Suspense>
        {opened === 'copy' && <CopyProject project={project} onClose={close} />}
        {opened === 'template' && <KeepTemplate project={project} onClose={close} />}
        {opened === 'move' && <MoveRooms projectID={projectID} rooms={rooms} label="Move Rooms" onClose={close} />}
      </Suspense>
    </>
  )
}

const MenuLink = (props: Parameters<typeof LinkButton>[0]) => <LinkButton {...props} kind="quiet" />
const MenuButton = (props: Parameters<typeof Button>[0]) => <Button {...props} kind="quiet" />
