import { useState } from 'react'
import { paths } from '../lib/paths.ts'
import { LinkButton } from '../ui/button.tsx'
import { FormFooter } from '../ui/forms/form-footer.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Page } from '../ui/page/page.tsx'
import { Card, CardBody } from '../ui/card.tsx'
import { classNames } from '../ui/class-names.ts'
import styles from './test-time.module.css'
import { chooseHomeVersion, homeVersion, type HomeVersion } from './version.ts'

const VERSIONS: readonly { version: HomeVersion; name: string; about: string }[] = [
  {
    version: 'landing',
    name: 'Landing',
    about: 'The page everyone sees: what Roomfolio is, who it’s for, and how to reach us.',
  },
  { version: 'marketing', name: 'Marketing', about: 'The longer page: three steps, what you can keep, and prices.' },
]

/** A placeholder for comparing two home pages. */
export const Component = () => {
  const [shown, setShown] = useState(homeVersion)
  return (
    <Page width="form">
      <title>Home Page Version · Roomfolio</title>
      <PageHeader title="Home Page Version" sub="For trying them out, in this browser only." />
      <Card>
        <CardBody>
          <fieldset className={classNames('grid gap-12', styles.versions)}>
            <legend>Version shown in this browser</legend>
            {VERSIONS.map(({ version, name, about }) => (
              <label key={version}>
                <input
                  type="radio"
                  name="version"
                  checked={shown === version}
                  onChange={() => {
                    chooseHomeVersion(version)
                    setShown(version)
                  }}
                />
                <span>
                  <strong className="strong">{name}</strong>
                  <span>{about}</span>
                </span>
              </label>
            ))}
          </fieldset>
        </CardBody>
        <FormFooter>
          <LinkButton kind="primary" to={paths.home()}>
            See the home page
          </LinkButton>
        </FormFooter>
      </Card>
    </Page>
  )
}
