import { useState } from 'react'
import { TITLE_OF } from '../../shared/contract/rights.ts'
import type { ProjectCard as Card } from '../../shared/projects/projects.api.ts'
import { counted } from '../lib/pluralize.ts'
import { fileAddress } from '../lib/file-address.ts'
import { paths } from '../lib/paths.ts'
import { CardLink } from '../ui/card-link.tsx'
import { IconDoor, IconListDetails } from '../ui/icons.tsx'
import { PlanCover } from '../ui/drawings/plan-cover.tsx'
import { classNames } from '../ui/class-names.ts'
import styles from './project-card.module.css'

const Cover = ({ project: { cover, roomItemCounts } }: { project: Card }) => {
  const [failed, setFailed] = useState(false)
  if (cover === null || failed) return <PlanCover roomItemCounts={roomItemCounts} />
  return (
    <img
      src={fileAddress({ remote: cover }, 'screen')}
      alt=""
      loading="lazy"
      decoding="async"
      className={classNames('full', styles.cover)}
      onError={() => setFailed(true)}
    />
  )
}

export const ProjectCard = ({ project }: { project: Card }) => (
  <CardLink to={paths.projectHome(project.projectID)}>
    <Cover project={project} />
    <div className={classNames('grid grow rule-top gap-4', styles.words)}>
      <h2 className="card-title-large" data-title>
        {project.name}
      </h2>
      {/* Templates have no address. */}
      {project.city !== '' && (
        <p className="muted">
          {project.city}, {project.state}
        </p>
      )}
      {project.owner !== null && (
        <p className="faint label">
          {TITLE_OF[project.may]} · Owner: <span dir="auto">{project.owner}</span>
        </p>
      )}
      <p className={classNames('flex wrap muted label mt-12 gap-16 tight size-18', styles.counts)}>
        <span className="inline-row gap-8">
          <IconDoor aria-hidden="true" />
          {counted(project.roomCount, 'room')}
        </span>
        <span className="inline-row gap-8">
          <IconListDetails aria-hidden="true" />
          {counted(project.itemCount, 'item')}
        </span>
      </p>
    </div>
  </CardLink>
)
