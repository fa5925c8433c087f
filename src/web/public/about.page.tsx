import { Link } from 'react-router'
import { version } from '../../../package.json'
import { paths } from '../lib/paths.ts'
import { Chip } from '../ui/chip.tsx'
import { createIcon } from '../ui/icons.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Page } from '../ui/page/page.tsx'
import { isFeatureDisabled } from '../lib/feature-flags.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './about.module.css'

const IconCertificate = createIcon(
  'M12 15a3 3 0 1 0 6 0a3 3 0 1 0-6 0M13 17.5V22l2-1.5l2 1.5v-4.5M10 19H5a2 2 0 0 1-2-2V7c0-1.1.9-2 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-1 1.73M6 9h12M6 12h3m-3 3h2',
)

/** The three facts of the story, as an item's values. */
const FACTS = [
  { what: 'The paint in the hall', fact: 'Dry Sage, HV-6102, eggshell', sample: 'paint #B9C6B4' },
  { what: 'The faucet’s cartridge', fact: 'CS-40-112', sample: 'metal #C59C50' },
  { what: 'The dishwasher’s warranty', fact: 'Ends Jan 30, 2031', sample: null },
]

export const Component = () => (
  <Page width="form">
    <title>About · Roomfolio</title>
    <PageHeader title="It began with a paint can" sub="Why Roomfolio exists" />
    <div className={classNames('top columns-1080', styles.columns)}>
      <article className={styles.story}>
        <p>
          The can had stood in the basement for six years. Its label had run, and the lid, where one of us had once
          written the color, was sealed under the drips of its last closing. We needed a cupful for one scuffed corner
          of the hall. We took a flake of the wall to the store, came home with a match that was not one, and painted
          the whole hall, twice.
        </p>
        <p>
          That winter the kitchen faucet began to drip. The repair takes ten minutes and one cartridge, and there are
          some forty cartridges that look alike. Its number is on the box, on the invoice, and on page two of a leaflet.
          The box was gone, the plumber had retired, and the leaflet was in a drawer of another house. We bought three
          to find the right one.
        </p>
        <p>
          Then the dishwasher stopped. It had two months of warranty left, as it turned out. We learned that in spring,
          from the certificate, which we found behind the paint.
        </p>
        <h2>None of it was unknown. It just had no place.</h2>
        <p>
          Every one of these facts had been in our hands on the day something was installed. They were written down,
          too: on a lid, in an email, on the back of a drawing that went home with the contractor. A house keeps its
          walls for a century and forgets what is on them in five years.
        </p>
        <p>
          So we made a place for it. In Roomfolio a home is a project, a project has rooms, and each room lists what is
          in it: the paint with its code and sheen, the faucet with its cartridge number, the dishwasher with its serial
          number and the certificate attached. You look for things where you’d look for them in the house.
        </p>
        <h2>It turned out not to be only us</h2>
        <p>
          A designer keeps the schedule while the client still decides. A builder hands over a house with every number
          on record, instead of a box of leaflets. A manager of sixty apartments knows which faucet is in 12B before
          driving there. They told us what was missing, and most of it is in here now.
        </p>
        <h2>What we hold to</h2>
        <ul className="grid gap-8">
          <li>
            <strong className="bold">Quick to enter.</strong> If you don’t write it down that day, you probably never
            will. Start with one line and add the rest later.
          </li>
          <li>
            <strong className="bold">Easy to leave.</strong> Everything you put in comes out again, files and all, in
            one download.
          </li>
          <li>
            <strong className="bold">Yours.</strong>{' '}
            <Link to={`${paths.help()}#privacy`}>No user information is sold or transferred</Link> to third parties.
          </li>
        </ul>
        {!isFeatureDisabled('prices') && (
          <p>
            And when a list isn’t enough, like deciding whether that wall can come out, we’re happy to{' '}
            <Link to={`${paths.pricing()}#consultation`}>talk it through with you</Link>.
          </p>
        )}
        <p className={classNames('faint small', styles.version)}>Roomfolio {version}</p>
      </article>
      <aside className={classNames('sheet clip', styles.facts)} aria-label="What would have helped">
        <h2 className="card-title">What would have helped</h2>
        <ul>
          {FACTS.map(({ what, fact, sample }) => (
            <li key={what} className="row rule-top gap-12">
              <Chip sample={sample} icon={<IconCertificate aria-hidden="true" />} />
              <div>
                <p className="faint small">{what}</p>
                <p className="strong">{fact}</p>
              </div>
            </li>
          ))}
        </ul>
      </aside>
    </div>
  </Page>
)
