import { useState } from 'react'
import { useLoaderData, useNavigate, useNavigation, type LoaderFunctionArgs } from 'react-router'
import { LIMITS } from '../../shared/contract/limits.ts'
import { exportSecurityEvents, listSecurityEvents } from '../../shared/identity/security-events.api.ts'
import { SECURITY_EVENT_KINDS, SECURITY_EVENTS } from '../../shared/identity/security-events.ts'
import { AdminNav } from '../ui/page/admin-nav.tsx'
import { SecurityEventList } from '../identity/security-event-list.tsx'
import { call } from '../lib/call.ts'
import { paths, type AuditLogFilter } from '../lib/paths.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { IconDownload, IconSearch } from '../ui/icons.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Page } from '../ui/page/page.tsx'
import { Select } from '../ui/forms/select.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import styles from './audit-log.module.css'

/** The visitor's day as moments; undefined if it is no day. */
const momentsOf = (day: string): { since?: string; until?: string } => {
  const [year = NaN, month = NaN, date = NaN] = day.split('-').map(Number)
  const since = new Date(year, month - 1, date)
  if (Number.isNaN(since.getTime())) return {}
  return { since: since.toISOString(), until: new Date(year, month - 1, date + 1).toISOString() }
}

/** The filter and the page are in the address, so that they can be linked and Back works. */
export const loader = async ({ request: { url, signal } }: LoaderFunctionArgs) => {
  const { searchParams } = new URL(url)
  const of = (name: string) => searchParams.get(name) ?? ''
  const filter = { kind: of('kind'), person: of('person'), day: of('day') }
  const kind = SECURITY_EVENT_KINDS.find((one) => one === filter.kind)
  const query = { ...(kind && { kind }), ...(filter.person && { person: filter.person }), ...momentsOf(filter.day) }
  const before = Number(of('before')) || undefined
  const { events, older } = await call(listSecurityEvents, { query: { ...query, before } }, { signal })
  return { filter, query, before, events, older }
}

export const Component = () => {
  const { filter, query, before, events, older } = useLoaderData<typeof loader>()
  return (
    <Page>
      <title>Audit Log · Roomfolio</title>
      <AdminNav />
      <PageHeader title="Audit Log" sub="Logins and security changes of all accounts in the last 400 days." />
      <Filter key={JSON.stringify(filter)} filter={filter} />
      {events.length === 0 ? (
        <p className="faint">Nothing found.</p>
      ) : (
        <SecurityEventList label="Events" events={events} ofAll />
      )}
      <div className="row wrap gap-8 mt-24 wide-buttons">
        {before !== undefined && <LinkButton to={paths.adminAuditLog(filter)}>Latest</LinkButton>}
        {older !== null && <LinkButton to={paths.adminAuditLog({ ...filter, before: older })}>Older</LinkButton>}
        {events.length > 0 && (
          <LinkButton
            to={`${exportSecurityEvents.path}?${new URLSearchParams(query).toString()}`}
            reloadDocument
            download
            icon={<IconDownload />}
          >
            Download CSV
          </LinkButton>
        )}
      </div>
    </Page>
  )
}

const Filter = ({ filter }: { filter: Required<Omit<AuditLogFilter, 'before'>> }) => {
  const navigate = useNavigate()
  const { location } = useNavigation()
  const [chosen, setChosen] = useState(filter)
  return (
    <form
      role="search"
      className={classNames('columns-860 mb-24', styles.filter)}
      onSubmit={(event) => {
        event.preventDefault()
        void navigate(paths.adminAuditLog({ ...chosen, person: chosen.person.trim() }))
      }}
    >
      <Select label="Event" name="kind" value={chosen.kind} onChange={(kind) => setChosen({ ...chosen, kind: kind })}>
        <option value="">All events</option>
        {SECURITY_EVENT_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {SECURITY_EVENTS[kind]}
          </option>
        ))}
      </Select>
      <TextField
        label="Username"
        name="person"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LIMITS.line}
        value={chosen.person}
        onChange={(person) => setChosen({ ...chosen, person })}
      />
      <TextField
        label="Day"
        name="day"
        type="date"
        value={chosen.day}
        onChange={(day) => setChosen({ ...chosen, day })}
      />
      <Button type="submit" kind="primary" icon={<IconSearch />} busy={location !== undefined}>
        Search
      </Button>
    </form>
  )
}
