import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import type { EmergencyEntry, EmergencyGroup } from '../../../shared/items/emergency.api.ts'
import { phoneLink } from '../../../shared/contract/phone-link.ts'
import { fileAddress } from '../../lib/file-address.ts'
import { formatValue } from '../../structure/format-value.ts'
import { paths } from '../../lib/paths.ts'
import { EmergencyIcon } from './emergency-icon.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './emergency.module.css'
import { IconExternalLink, IconFile, IconPhoneOutgoing } from '../../ui/icons.tsx'

interface EntriesProps {
  groups: readonly EmergencyGroup[]
  /** Whether the reader can open items. */
  opensItems: boolean
}

/** All entries, grouped by kind. The one named by the address scrolls into view. */
export const EmergencyEntries = ({ groups, opensItems }: EntriesProps) => {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'center' })
  }, [hash])
  return groups.map(({ emergency, name, entries, more }) => (
    <section key={emergency} aria-label={name} className="mb-24">
      <h2 className="card-title-large mb-12">{name}</h2>
      <ul className="sheet ruled">
        {entries.map((entry) => (
          <li
            key={entry.itemID}
            className={classNames('row wrap top pad gap-16', styles.entry)}
            id={`item-${entry.itemID}`}
          >
            <Entry entry={entry} opensItems={opensItems} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className="muted label mt-4">{`${more} more in other rooms.`}</p>}
    </section>
  ))
}

const Entry = ({ entry, opensItems }: { entry: EmergencyEntry; opensItems: boolean }) => {
  const { emergency, itemID, title, what, where, roomName, values, note, phones, links, files } = entry
  // Without what is shown large above.
  const others = values.filter(({ value }) => !`, ${what}, `.includes(`, ${value}, `) && value !== where)
  const isCalled = emergency === 'contact'
  return (
    <>
      <EmergencyIcon {...entry} />
      <div className="grow-180">
        <h3>
          <bdi>{what}</bdi>
        </h3>
        {!isCalled && (
          <p className="bold lead">
            <bdi>{where}</bdi>
            {where !== roomName && (
              <small className="block muted label regular">
                In <bdi>{roomName}</bdi>
              </small>
            )}
          </p>
        )}
        {others.length > 0 && (
          <dl className={classNames('cells gap-16 tight mt-12', isCalled ? 'small-cells' : styles.values)}>
            {others.map(({ label, value, kind }) => (
              <div key={label}>
                <dt className="faint small">{label}</dt>
                <dd dir="auto">{formatValue(kind, value)}</dd>
              </div>
            ))}
          </dl>
        )}
        {note !== '' && (
          <p className="mt-12 prewrap" dir="auto">
            {note}
          </p>
        )}
      </div>
      <div className={classNames('grid gap-8', styles.ways)}>
        {phones.map((phone) => (
          <a
            key={phone}
            href={phoneLink(phone)}
            className={classNames('row bold nowrap plain round min-44 gap-8', styles.call)}
            aria-label={`Call ${phone}: ${title}`}
          >
            <IconPhoneOutgoing aria-hidden="true" />
            {phone}
          </a>
        ))}
        {links.map(({ text, href }) => (
          <a
            key={href}
            href={href}
            {...(/^http/.test(href) && { target: '_blank', rel: 'noreferrer' })}
            className="row min-44 gap-8 no-print"
          >
            <bdi>{text}</bdi>
          </a>
        ))}
        {files.map(({ name, remote }) => (
          <a
            key={remote}
            href={fileAddress({ remote })}
            target="_blank"
            rel="noreferrer"
            className="row min-44 gap-8 no-print"
          >
            <IconFile aria-hidden="true" />
            <bdi>{name}</bdi>
          </a>
        ))}
        {opensItems && (
          <Link to={paths.editItem(itemID)} className="row min-44 gap-8 no-print" aria-label={`Open Item: ${title}`}>
            <IconExternalLink aria-hidden="true" />
            Open Item
          </Link>
        )}
      </div>
    </>
  )
}
