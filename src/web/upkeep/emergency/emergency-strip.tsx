import { Link } from 'react-router'
import type { EmergencyFact } from '../../../shared/projects/projects.api.ts'
import { phoneLink } from '../../../shared/contract/phone-link.ts'
import { EmergencyIcon } from './emergency-icon.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './emergency.module.css'
import { IconAlertCircle } from '../../ui/icons.tsx'

interface EmergencyStripProps {
  facts: readonly EmergencyFact[]
  /** The path of the whole sheet. */
  to: string
  /** Editors see what is missing if there are no entries. */
  mayWrite: boolean
}

/** The most urgent facts, above everything else: where to shut off water and electricity, whom to call. */
export const EmergencyStrip = ({ facts, to, mayWrite }: EmergencyStripProps) =>
  facts.length === 0 && !mayWrite ? null : (
    <section className={classNames('sheet clip mb-24 columns-1080', styles.strip)} aria-label="In an emergency">
      <h2 className="grid card-title">
        <Link to={to} className={classNames('row plain gap-8 hover-row', styles.open)}>
          <IconAlertCircle aria-hidden="true" />
          In an Emergency
        </Link>
      </h2>
      {facts.length === 0 ? (
        <p className={classNames('row', styles.none)}>
          <Link to={to} className="row min-44 hover-row">
            Add your water and power shutoffs and who to call.
          </Link>
        </p>
      ) : (
        <ul className={classNames('grid', styles.facts)}>
          {facts.map((fact) => (
            <li className="grid shrink" key={fact.itemID}>
              <Fact fact={fact} to={to} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )

/** A phone number dials; anything else opens the sheet. */
const Fact = ({ fact, to }: { fact: EmergencyFact; to: string }) => {
  const [phone] = fact.phones
  const className = classNames('row plain gap-12 hover-row', styles.fact)
  const words = (
    <>
      <EmergencyIcon {...fact} />
      <span className="shrink">
        <small className="block faint small">
          <bdi>{fact.what}</bdi>
        </small>
        <b className="block label strong">
          <bdi>{fact.where || 'No number yet'}</bdi>
        </b>
      </span>
    </>
  )
  return fact.emergency === 'contact' && phone !== undefined ? (
    <a href={phoneLink(phone)} className={className}>
      {words}
    </a>
  ) : (
    <Link to={`${to}#item-${fact.itemID}`} className={className}>
      {words}
    </Link>
  )
}
