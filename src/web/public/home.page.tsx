import { useLoaderData } from 'react-router'
import { loadCode } from '../lib/load-code.ts'
import { pendingSite } from '../lib/pending-site.ts'
import { MaterialBoard } from '../ui/drawings/material-board.tsx'
import { Page } from '../ui/page/page.tsx'
import { Actions, Consultation, Welcome } from './home-parts.tsx'
import { classNames } from '../ui/class-names.ts'
import styles from './home.module.css'
import { homeVersion } from './version.ts'

/** The marketing version is a separate chunk, loaded before the page shows, so that the versions do not flash. */
export const loader = async () => {
  const site = pendingSite()
  return {
    site,
    marketing: homeVersion() === 'marketing' ? await loadCode(() => import('./marketing.tsx')) : undefined,
  }
}

const PEOPLE = [
  { name: 'Homeowners', gain: 'Touch up a wall years later with the right paint and sheen.' },
  { name: 'Designers', gain: 'One schedule per room, current while the client still decides.' },
  { name: 'Builders', gain: 'Hand over the house with every serial number on record.' },
  { name: 'Property managers', gain: 'Know which unit has which faucet before you order the part.' },
]

export const Component = () => {
  const { site, marketing } = useLoaderData<Awaited<ReturnType<typeof loader>>>()
  if (marketing) return <marketing.Marketing site={site} />
  return (
    <Page>
      <title>Home · Roomfolio</title>
      <section className={classNames('columns-1080', styles.hero)}>
        <div>
          <Welcome site={site} />
          <h1>Every finish, fixture and warranty, room by room.</h1>
          <p className={classNames('muted lead mt-24', styles.lead)}>
            Roomfolio keeps the paint codes, model numbers, suppliers, and manuals of a home where you’ll look for them:
            in the room they belong to, from any device, with its files attached.
          </p>
          <Actions />
        </div>
        <MaterialBoard />
      </section>

      <section className={styles.people} aria-label="Who it is for">
        {PEOPLE.map(({ name, gain }) => (
          <div key={name}>
            <h2>{name}</h2>
            <p className="muted mt-4">{gain}</p>
          </div>
        ))}
      </section>

      <Consultation site={site} />
    </Page>
  )
}
