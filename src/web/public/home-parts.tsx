import { Suspense, use } from 'react'
import { Link } from 'react-router'
import { hasRole, KEEPS_PROJECTS } from '../../shared/contract/roles.ts'
import { useIsHydrated } from '../lib/prerendered.ts'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/session.ts'
import { Contact } from './contact.tsx'
import { isFeatureDisabled } from '../lib/feature-flags.ts'
import type { PendingSite } from '../lib/pending-site.ts'
import { LinkButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import styles from './home-parts.module.css'

/** The welcome line, which names a test installation. */
export const Welcome = ({ site }: { site: PendingSite }) => (
  <p className="muted mb-16">
    Welcome to Roomfolio
    <Suspense>
      <OnEnvironment site={site} />
    </Suspense>
  </p>
)

const OnEnvironment = ({ site }: { site: PendingSite }) => {
  const isHydrated = useIsHydrated()
  const name = use(site)?.environmentName
  return isHydrated && name && ` on ${name}`
}

/** The call to action; empty until it is known whether the visitor is signed in. */
export const Actions = () => (
  <div className={classNames('flex wrap gap-8', styles.actions)}>
    <ActionsOfVisitor />
  </div>
)

const ActionsOfVisitor = () => {
  const session = useSession()
  if (session === null) {
    return (
      <>
        {!isFeatureDisabled('sign-up') && (
          <LinkButton kind="primary" data-visitors to={paths.register()}>
            Sign Up
          </LinkButton>
        )}
        <LinkButton data-visitors to={paths.login()}>
          Log In
        </LinkButton>
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

export const Consultation = ({ site }: { site: PendingSite }) =>
  !isFeatureDisabled('prices') && (
    <section className={classNames('sheet columns-860', styles.consultation)} aria-labelledby="consultation">
      <div>
        <h2 id="consultation">Talk to us about your remodel</h2>
        <p className="muted mt-8">
          Consultations start at 15 minutes. Bring a plan, a photo, or just a question.{' '}
          <Link to={`${paths.pricing()}#consultation`}>See prices and book one</Link>
        </p>
      </div>
      <Contact site={site} />
    </section>
  )
