import type { ApiKey } from '../../../shared/identity/api-keys.api.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Time } from '../../ui/time.tsx'
import styles from '../account/account.module.css'

const projectsText = (projects: ApiKey['projects']): string => {
  if (projects === null) return 'All projects'
  return projects.length === 0 ? 'No projects left' : projects.map(({ name }) => name).join(', ')
}

interface KeyRowProps {
  apiKey: ApiKey
  /** The time in milliseconds. */
  now: number
  onRemove: () => void
}

export const KeyRow = ({ apiKey, now, onRemove }: KeyRowProps) => {
  const { name, writes, projects, endsAt, lastUsedAt } = apiKey
  const hasEnded = endsAt !== null && Date.parse(endsAt) <= now
  return (
    <li className={classNames('row gap-14', styles.session)}>
      <div className="grow">
        <p>{name}</p>
        <p className="faint small line-small">
          {writes ? 'Can read and change' : 'Can read'}: {projectsText(projects)}
        </p>
        <p className="faint small line-small">
          {endsAt !== null && (
            <>
              {hasEnded ? 'Ended' : 'Ends'} <Time at={endsAt} />,{' '}
            </>
          )}
          {lastUsedAt === null ? (
            'not used yet'
          ) : (
            <>
              last used <Time at={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <Button small aria-label={`Remove the key ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  )
}
