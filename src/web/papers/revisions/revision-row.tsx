import type { Revision } from '../../../shared/papers/revisions.api.ts'
import { sizeText } from '../../lib/size-text.ts'
import { fileAddress } from '../../lib/file-address.ts'
import { withoutPath } from '../../lib/public-path.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { IconDownload } from '../../ui/icons.tsx'
import { Time } from '../../ui/time.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './revisions.module.css'

interface RevisionRowProps {
  revision: Revision
  onRemove: (() => void) | undefined
}

export const RevisionRow = ({ revision, onRemove }: RevisionRowProps) => {
  const { number, note, issuedAt, issuedByName, size, filename, isImported } = revision
  const name = `Revision ${number}`
  return (
    <li className={classNames('flex wrap top rule-top', styles.row)}>
      <div className={classNames('grid shrink gap-4', styles.words)}>
        <h3>{name}</h3>
        <p className="muted">
          <Time at={issuedAt} /> · <span dir="auto">{issuedByName}</span> · {sizeText(size)}
          {isImported && ' · from a project file'}
        </p>
        {note !== '' && (
          <p className="prewrap measure" dir="auto">
            {note}
          </p>
        )}
      </div>
      <div className="flex wrap gap-8">
        <LinkButton
          small
          icon={<IconDownload />}
          to={withoutPath(fileAddress(revision))}
          reloadDocument
          download={filename}
          aria-label={`Download ${name}`}
        >
          Download
        </LinkButton>
        {onRemove && (
          <Button small kind="danger" aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
    </li>
  )
}
