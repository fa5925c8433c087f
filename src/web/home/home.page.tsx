import { Suspense, use } from 'react'
import { useLoaderData } from 'react-router'
import { getSite } from '../../shared/health.ts'
import { hasRole, KEEPS_PROJECTS } from '../../shared/roles.ts'
import { call } from '../api/call.ts'
import { paths } from '../paths.ts'
import { useSession } from '../session/session.ts'
import { LinkButton } from '../ui/button.tsx'
import { MaterialBoard } from '../ui/material-board.tsx'
import { Page } from '../ui/page.tsx'
import { Contact, ContactToCome } from './contact.tsx'
import styles from './home.module.css'

/** The page does not wait for the server: what it says of this installation is filled in when it arrives. */
export const loader = () => ({
  site: call(getSite).catch((error: unknown) => {
    console.error(error)
    return null
  }),
})

type SiteToCome = ReturnType<typeof loader>['site']

const PEOPLE = [
  { name: 'Homeowners', gain: 'Touch up a wall years later with the right paint and sheen.' },
  { name: 'Designers', gain: 'One schedule per room, current while the client still decides.' },
  { name: 'Builders', gain: 'Hand over the house with every serial number on record.' },
  { name: 'Property managers', gain: 'Know which unit has which faucet before you order the part.' },
]

export const Component = () => {
  const { site } = useLoaderData<typeof loader>()
  return (
    <Page>
      <title>Home · Roomfolio</title>
      <section className={styles.hero}>
        <div>
          <p className={styles.welcome}>
            Welcome to Roomfolio
            <Suspense>
              <OnEnvironment site={site} />
            </Suspense>
          </p>
          <h1>Every finish, fixture and warranty, room by room.</h1>
          <p className={styles.lead}>
            Roomfolio keeps the paint codes, model numbers, suppliers and manuals of a home where you will look for
            them: in the room they belong to, from any device, with the papers attached.
          </p>
          <div className={styles.actions}>
            <Actions />
          </div>
        </div>
        <MaterialBoard />
      </section>

      <section className={styles.people} aria-label="Who it is for">
        {PEOPLE.map(({ name, gain }) => (
          <div key={name}>
            <h2>{name}</h2>
            <p>{gain}</p>
          </div>
        ))}
      </section>

      <section className={styles.consultation} aria-labelledby="consultation">
        <div>
          <h2 id="consultation">Talk to us about your remodel</h2>
          <p>Consultations start at 15 minutes. Bring a plan, a photo or only a question.</p>
        </div>
        <Suspense fallback={<ContactToCome />}>
          <SiteContact site={site} />
        </Suspense>
      </section>
    </Page>
  )
}

const OnEnvironment = ({ site }: { site: SiteToCome }) => {
  const name = use(site)?.environmentName
  return name && ` on ${name}`
}

const SiteContact = ({ site }: { site: SiteToCome }) => {
  const known = use(site)
  return known ? (
    <Contact email={known.contactEmail} phone={known.contactPhone} />
  ) : (
    <p>The contact details could not be loaded.</p>
  )
}

/** Nothing until it is known whether somebody is signed in. */
const Actions = () => {
  const session = useSession()
  if (session === null) {
    return (
      <>
        <LinkButton kind="primary" to={paths.register()}>
          Sign Up
        </LinkButton>
        <LinkButton to={paths.login()}>Log In</LinkButton>
      </>
    )
  }
  return (
    session &&
    hasRole(session.roles, KEEPS_PROJECTS) && (
      <LinkButton kind="primary" to={paths.selectProject()}>
        My Projects
      </LinkButton>
    )
  )
}
