import { Suspense, use, useEffect, useState } from 'react'
import { Link, useLoaderData, useLocation, useNavigate } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useIsHydrated } from '../../lib/prerendered.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Page } from '../../ui/page/page.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Contact } from '../contact.tsx'
import { findTopics } from './find-topics.ts'
import { HelpSection } from './help-section.tsx'
import { helpTasks } from './help-tasks.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './help.module.css'
import { pendingSite, type PendingSite } from '../../lib/pending-site.ts'

const ThemeDemo = lazyComponent(async () => (await import('../theme-demo.tsx')).ThemeDemo, 'The theme demo')

export const loader = () => ({ site: pendingSite() })

const TEST_CONTENTS = [
  { id: 'theme-demo', title: 'Theme demo' },
  { id: 'colour-palette', title: 'Colour palette' },
]

/** Topics were sections of this page until 0.2.0. */
const useOldAddress = () => {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const topic = helpTasks().find(({ id }) => hash === `#${id}`)?.id
  useEffect(() => {
    if (topic !== undefined) void navigate(paths.helpTopic(topic), { replace: true })
  }, [navigate, topic])
}

export const Component = () => {
  const { site } = useLoaderData<typeof loader>()
  const [query, setQuery] = useState('')
  useOldAddress()
  const topics = findTopics(helpTasks(), query)
  return (
    <Page>
      <title>Help · Roomfolio</title>
      <PageHeader title="Help" sub="Contact us, or find out how to do anything." />
      <div className={classNames('grid', styles.sections)}>
        <HelpSection id="contact" title="Contact">
          <p>Customer service answers by email and phone.</p>
          <Contact site={site} />
        </HelpSection>
        <section aria-labelledby="topics">
          <h2 id="topics" className="mb-12">
            Topics
          </h2>
          <div className={styles.search}>
            <TextField
              label="Search Help"
              name="search"
              type="search"
              autoComplete="off"
              value={query}
              onChange={setQuery}
            />
          </div>
          <p role="status" className={topics.length > 0 ? 'visually-hidden' : 'muted mt-16'}>
            {query.trim() !== '' &&
              (topics.length > 0 ? `Topics found: ${topics.length}` : 'Nothing found. Try another word, or ask us.')}
          </p>
          <ul className={classNames('cells mt-16', styles.topics)}>
            {topics.map(({ id, title }) => (
              <li key={id}>
                <Link to={paths.helpTopic(id)} className="row">
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </section>
        <HelpSection id="privacy" title="Privacy">
          <p>
            <strong>No user information is sold or transferred to third parties.</strong> Only you and the people you
            share a project with can see what you record. Roomfolio uses cookies only to keep you logged in and to
            recognize this browser when you log in again, and loads nothing from other sites. You can download all your
            data or delete it with your account at any time.
          </p>
        </HelpSection>
        <Suspense>
          <TestSections site={site} />
        </Suspense>
      </div>
    </Page>
  )
}

/** Shown only in environments with a name: test installations. Its code loads when shown; it is not prerendered. */
const TestSections = ({ site }: { site: PendingSite }) => {
  const isHydrated = useIsHydrated()
  const name = use(site)?.environmentName
  if (!isHydrated || !name) return null
  return (
    <>
      <nav aria-label="For tests">
        <ul className={classNames('cells mt-16', styles.topics)}>
          {TEST_CONTENTS.map(({ id, title }) => (
            <li key={id}>
              <Link to={`#${id}`} className="row">
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Suspense>
        <ThemeDemo />
      </Suspense>
    </>
  )
}
