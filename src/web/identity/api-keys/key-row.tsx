import type { ApiKey } from '../../../shared/identity/api-keys.api.ts'
import { Button } from '../../ui/button.tsx'
import { Time } from '../../ui/time.tsx'

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
    <li className="row gap-12 pad">
      <div className="grow">
        <p>{name}</p>
        <p className="faint small">
          {writes ? 'Can read and change' : 'Can read'}: {projectsText(projects)}
        </p>
        <p className="faint small">
          {endsAt !== null && (
            <>
              {hasEnded ? 'Expired' : 'Expires'} <Time at={endsAt} />,{' '}
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
      <Button small aria-label={`Remove the Key ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  )
}
