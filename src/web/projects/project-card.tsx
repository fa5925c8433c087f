import { IconDoor, IconListDetails } from '@tabler/icons-react'
import type { ProjectCard as Card } from '../../shared/projects.ts'
import { counted } from '../counted.ts'
import { paths } from '../paths.ts'
import { CardLink } from '../ui/card-link.tsx'
import { PlanCover } from '../ui/plan-cover.tsx'
import styles from './project-card.module.css'

export const ProjectCard = ({ project }: { project: Card }) => (
  <CardLink to={paths.projectHome(project.projectID)}>
    <PlanCover roomItemCounts={project.roomItemCounts} />
    <div className={styles.words}>
      <h2>{project.name}</h2>
      <p className={styles.place}>
        {project.city}, {project.state}
      </p>
      <p className={styles.counts}>
        <span>
          <IconDoor aria-hidden="true" />
          {counted(project.roomCount, 'room')}
        </span>
        <span>
          <IconListDetails aria-hidden="true" />
          {counted(project.itemCount, 'item')}
        </span>
      </p>
    </div>
  </CardLink>
)
