import { useLoaderData } from 'react-router'
import { PRICES } from '../../shared/projects/plans.ts'
import { hasRole, KEEPS_PROJECTS } from '../../shared/contract/roles.ts'
import { NothingHere } from '../lib/errors.ts'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/session.ts'
import { Contact } from './contact.tsx'
import { isFeatureDisabled } from '../lib/feature-flags.ts'
import { pendingSite } from '../lib/pending-site.ts'
import { LinkButton } from '../ui/button.tsx'
import { IconCheck } from '../ui/icons.tsx'
import { JumpLink } from '../ui/page/jump-link.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Page } from '../ui/page/page.tsx'
import { ConsultationForm } from '../admin/consultation-form.tsx'
import { price } from './price.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './pricing.module.css'

export const loader = () => {
  if (isFeatureDisabled('prices')) throw new NothingHere()
  return { site: pendingSite() }
}

const FORM_ID = 'consultation'

const INCLUDED = [
  'Up to two separate projects',
  'Unlimited rooms and items, with up to six fields per item',
  'Photos, manuals, and warranties attached',
]

export const Component = () => {
  const { site } = useLoaderData<typeof loader>()
  return (
    <Page width="form">
      <title>Pricing · Roomfolio</title>
      <PageHeader
        title="Pricing"
        sub="One plan to keep the record, and an hour with us when you want a second opinion."
      />
      <div className="gap-24 columns-860">
        <section className={classNames('column sheet', styles.sheet)} aria-labelledby="plan">
          <h2 id="plan">Basic Monthly Plan</h2>
          <p className="muted">Single user plan</p>
          <p className={classNames('muted mt-24', styles.price)}>
            <span>{price(PRICES.singleUserMonth)}</span> per month
          </p>
          <p className="muted">or {price(PRICES.singleUserYear)} per year</p>
          <ul className={classNames('grid gap-8', styles.included)}>
            {INCLUDED.map((what) => (
              <li className="flex gap-8" key={what}>
                <IconCheck aria-hidden="true" />
                {what}
              </li>
            ))}
          </ul>
          <div className={styles.action}>
            <PlanAction />
          </div>
        </section>
        <section className={classNames('column sheet', styles.sheet)} aria-labelledby="rates">
          <h2 id="rates">Consultation</h2>
          <p className="muted">With one of us, by phone or video</p>
          <p className={classNames('muted mt-24', styles.price)}>
            <span>{price(PRICES.consultationQuarterHour)}</span> per 15 minutes (minimum)
          </p>
          <dl className={classNames('ruled', styles.rates)}>
            <div className="flex between gap-16">
              <dt>First hour</dt>
              <dd className="bold">{price(PRICES.consultationFirstHour)}</dd>
            </div>
            <div className="flex between gap-16">
              <dt>Each additional hour</dt>
              <dd className="bold">{price(PRICES.consultationFurtherHour)}</dd>
            </div>
          </dl>
          <Contact site={site} />
          <p className={styles.action}>
            <JumpLink to={FORM_ID}>Book a consultation</JumpLink>
          </p>
        </section>
      </div>
      <section className={styles.request} aria-labelledby={FORM_ID}>
        <h2 id={FORM_ID} tabIndex={-1}>
          Book a consultation{' '}
        </h2>
        <p className="muted">Tell us how we can help. We answer by email or phone and agree on a time.</p>
        <ConsultationForm />
      </section>
    </Page>
  )
}

/** Empty until it is known whether the visitor is signed in. */
const PlanAction = () => {
  const session = useSession()
  if (session === null)
    return (
      !isFeatureDisabled('sign-up') && (
        <LinkButton data-visitors to={paths.register()}>
          Sign Up
        </LinkButton>
      )
    )
  return (
    session && hasRole(session.roles, KEEPS_PROJECTS) && <LinkButton to={paths.selectProject()}>My Projects</LinkButton>
  )
}
