import { startTransition, Suspense, use, useEffect, useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { Contact } from './contact.tsx'
import { pendingSite, type PendingSite } from './pending-site.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Page } from '../ui/page.tsx'
import { HelpSection } from './help-section.tsx'
import styles from './help.module.css'
import { helpTasks } from './help-tasks.tsx'
import { Picture } from './picture.tsx'
import { useHashAtFirst } from '../lib/use-hash-at-first.ts'

const ThemeDemo = lazyComponent(async () => (await import('./theme-demo.tsx')).ThemeDemo, 'The theme demo')

export const loader = () => ({ site: pendingSite() })

const CONTENTS = [
  { id: 'contact', title: 'Contact' },
  { id: 'privacy', title: 'Privacy' },
]
const TEST_CONTENTS = [
  { id: 'theme-demo', title: 'Theme demo' },
  { id: 'colour-palette', title: 'Colour palette' },
]

export const Component = () => {
  const { site } = useLoaderData<typeof loader>()
  useHashAtFirst()
  const tasks = helpTasks()
  return (
    <Page>
      <title>Help · Roomfolio</title>
      <PageHeader title="Help" sub="Contact us, or find out how to do anything." />
      <div className={styles.columns}>
        <HelpSection id="contact" title="Contact">
          <p>Customer service answers by email and phone.</p>
          <Contact site={site} />
        </HelpSection>
        <nav aria-label="On this page" className={styles.contents}>
          <ul>
            {[...CONTENTS, ...tasks].map(({ id, title }) => (
              <Entry key={id} id={id} title={title} />
            ))}
            <Suspense>
              <TestEntries site={site} />
            </Suspense>
          </ul>
        </nav>
        <div className={styles.sections}>
          <HelpSection id="privacy" title="Privacy">
            <p>
              <strong>No user information is sold or transferred to third parties.</strong> What you record is shown to
              you and to those whom you invite to a project. Roomfolio sets cookies only to keep you logged in and to
              know this browser when you log in again, and loads nothing from other sites. You can download everything
              you have put in, and delete it with your account, at any time.
            </p>
          </HelpSection>
          {tasks.map(({ id, title, steps, more, picture }) => (
            <HelpSection key={id} id={id} title={title}>
              <ol>
                {steps.map((step, position) => (
                  <li key={position}>{step}</li>
                ))}
              </ol>
              {more && <p>{more}</p>}
              {picture && <Picture {...picture} />}
            </HelpSection>
          ))}
          <Suspense>
            <TestSections site={site} />
          </Suspense>
        </div>
      </div>
    </Page>
  )
}

const Entry = ({ id, title }: { id: string; title: string }) => (
  <li>
    <Link to={`#${id}`}>{title}</Link>
  </li>
)

/** Shown only in environments with a name: test installations. */
const TestEntries = ({ site }: { site: PendingSite }) =>
  use(site)?.environmentName && TEST_CONTENTS.map((entry) => <Entry key={entry.id} {...entry} />)

/** Not prerendered; its code loads when shown. */
const TestSections = ({ site }: { site: PendingSite }) => {
  const [taken, setTaken] = useState(false)
  useEffect(() => startTransition(() => setTaken(true)), [])
  return taken && use(site)?.environmentName && <ThemeDemo />
}
