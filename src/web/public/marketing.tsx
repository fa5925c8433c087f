import { Link } from 'react-router'
import { PRICES } from '../../shared/projects/plans.ts'
import { Picture } from './picture.tsx'
import { price } from './price.ts'
import { paths } from '../lib/paths.ts'
import { isFeatureDisabled } from '../lib/feature-flags.ts'
import type { PendingSite } from '../lib/pending-site.ts'
import { CategoryIcon } from '../ui/drawings/category-icon.tsx'
import { Chip } from '../ui/chip.tsx'
import { createIcon } from '../ui/icons.tsx'
import { Page } from '../ui/page/page.tsx'
import { Actions, Consultation, Welcome } from './home-parts.tsx'
import { classNames } from '../ui/class-names.ts'
import styles from './marketing.module.css'

const IconFileText = createIcon(
  'M14 3v4a1 1 0 0 0 1 1h4M17 21H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h7l5 5v11a2 2 0 0 1-2 2M9 9h1m-1 4h6m-6 4h6',
)

const STEPS = [
  { name: 'Make a project', text: 'One for each home, unit, or building. Its address goes on top, like on a drawing.' },
  { name: 'Add its rooms', text: 'Pick a type, and the categories that belong in such a room are already there.' },
  {
    name: 'Record what is in them',
    text: 'Up to six fields per item, with photos, manuals, and receipts attached.',
  },
]

const KEPT = [
  { what: 'Paint', facts: 'Brand, color, code, sheen', sample: 'paint #B9C6B4', icon: null },
  { what: 'Faucets', facts: 'Model, finish, cartridge', sample: 'metal #C59C50', icon: null },
  { what: 'Cabinets', facts: 'Maker, wood, stain, hardware', sample: 'wood #C99F68', icon: null },
  { what: 'Tile and stone', facts: 'Series, size, grout, lot', sample: 'tile #8FB0A5', icon: null },
  { what: 'Appliances', facts: 'Model, serial, warranty', sample: null, icon: <CategoryIcon name="Appliances" /> },
  { what: 'Papers', facts: 'Manuals, receipts, permits', sample: null, icon: <IconFileText aria-hidden="true" /> },
]

/** The marketing home page: what it takes, what you get, what it costs. */
export const Marketing = ({ site }: { site: PendingSite }) => (
  <Page>
    <title>Home · Roomfolio</title>
    <section className={classNames('grid justify-items-center text-center', styles.hero)}>
      <Welcome site={site} />
      <h1>Know what is on the wall before you open the can</h1>
      <p className={classNames('muted lead mt-24', styles.lead)}>
        Every finish, fixture and warranty, room by room. Written down once, found in a minute, years later.
      </p>
      <Actions />
      <div className={styles.screen}>
        <Picture
          name="room-items"
          alt="The items of a kitchen in Roomfolio: appliances with model and serial number, and their files"
          eager
        />
      </div>
    </section>

    <section className={styles.section} aria-labelledby="steps">
      <h2 className="mb-24" id="steps">
        Three steps, an evening a room
      </h2>
      <ol className={styles.steps}>
        {STEPS.map(({ name, text }) => (
          <li key={name}>
            <h3 className="card-title">{name}</h3>
            <p className="muted mt-4">{text}</p>
          </li>
        ))}
      </ol>
    </section>

    <section className={styles.section} aria-labelledby="kept">
      <h2 className="mb-24" id="kept">
        What it keeps
      </h2>
      <ul className={classNames('grid gap-16', styles.kept)}>
        {KEPT.map(({ what, facts, sample, icon }) => (
          <li key={what} className="row sheet gap-16">
            <Chip sample={sample} icon={icon} size="head" />
            <div>
              <h3 className="card-title">{what}</h3>
              <p className="muted">{facts}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>

    {!isFeatureDisabled('prices') && (
      <section className={classNames('grid primary-soft', styles.prices)} aria-labelledby="prices">
        <div>
          <h2 id="prices">Less than the wrong can of paint</h2>
          <p>Up to two separate projects in the Basic Monthly Plan.</p>
        </div>
        <p className={styles.price}>
          <span>{price(PRICES.singleUserMonth)}</span> per month
        </p>
        <Link to={paths.pricing()}>See all prices</Link>
      </section>
    )}

    <section className={classNames('grid justify-items-center text-center', styles.start)} aria-labelledby="start">
      <h2 id="start">Start with the room you are standing in</h2>
      <p className="muted mt-8">A photo of a label is a good first entry.</p>
      <Actions />
    </section>

    <Consultation site={site} />
  </Page>
)
