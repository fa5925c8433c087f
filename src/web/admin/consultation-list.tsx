import type { Consultation } from '../../shared/consultations.ts'
import { phoneLink } from '../phone-link.ts'
import { Sheet, SheetBody } from '../ui/sheet.tsx'
import { Tag } from '../ui/tag.tsx'
import { Time } from '../ui/time.tsx'
import styles from './consultation-list.module.css'

/** What visitors asked for, the latest first. */
export const ConsultationList = ({ consultations }: { consultations: readonly Consultation[] }) => (
  <section className={styles.list} aria-labelledby="consultations">
    <h2 id="consultations">Consultation Requests</h2>
    <Sheet>
      {consultations.length === 0 ? (
        <SheetBody>Nobody has asked for one yet.</SheetBody>
      ) : (
        <ul>
          {consultations.map((consultation) => (
            <li key={consultation.consultationID}>
              <Request {...consultation} />
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  </section>
)

const Request = ({ name, email, phone, project, about, preferredTimes, createdAt, mailedAt }: Consultation) => (
  <>
    <div className={styles.head}>
      <h3>{name}</h3>
      <span>
        <Time at={createdAt} />
      </span>
      <Tag>{mailedAt === null ? 'Not mailed' : 'Mailed'}</Tag>
    </div>
    <p className={styles.contact}>
      <a href={`mailto:${email}`}>{email}</a> <a href={phoneLink(phone)}>{phone}</a>
    </p>
    <dl className={styles.facts}>
      <div>
        <dt>About</dt>
        <dd>{about}</dd>
      </div>
      <div>
        <dt>Preferred times</dt>
        <dd>{preferredTimes}</dd>
      </div>
      {project !== '' && (
        <div>
          <dt>Project</dt>
          <dd>{project}</dd>
        </div>
      )}
    </dl>
  </>
)
