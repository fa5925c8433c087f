import type { ReactNode } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listConsultations } from '../../shared/admin/consultations.api.ts'
import type { Site } from '../../shared/public/prerendered-pages.ts'
import type { ResponseOf } from '../../shared/contract/endpoint.ts'
import { getOverview } from '../../shared/admin/overview.api.ts'
import { call } from '../lib/call.ts'
import { counted } from '../lib/pluralize.ts'
import { sizeText } from '../lib/size-text.ts'
import { IconAlertCircle, IconCircleCheck } from '../ui/icons.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Page } from '../ui/page/page.tsx'
import { Time } from '../ui/time.tsx'
import { TitleBlock } from '../ui/page/title-block.tsx'
import { AdminNav } from '../ui/page/admin-nav.tsx'
import { ConsultationList } from './consultation-list.tsx'
import { addressProblem, currentAddress } from '../lib/address-problem.ts'
import { isFeatureDisabled } from '../lib/feature-flags.ts'
import { pendingSite } from '../lib/pending-site.ts'
import { TestMail } from './test-mail.tsx'
import { FailedJobs } from './failed-jobs.tsx'
import { classNames } from '../ui/class-names.ts'

export const loader = async ({ request: { signal } }: LoaderFunctionArgs) => {
  const [overview, site, consultations] = await Promise.all([
    call(getOverview, undefined, { signal }),
    pendingSite(),
    isFeatureDisabled('prices') ? null : call(listConsultations, undefined, { signal }),
  ])
  return { overview, site, consultations }
}

type Overview = ResponseOf<typeof getOverview>
type Backups = Overview['backups']

const NUMBER = new Intl.NumberFormat()
const shown = (number: number): string => NUMBER.format(number)

export const Component = () => {
  const { overview, site, consultations } = useLoaderData<typeof loader>()
  const { open, done, notMailed } = overview.consultations
  return (
    <Page>
      <title>Overview · Roomfolio</title>
      <AdminNav />
      <PageHeader title="Overview" />
      <section className="mt-40" aria-labelledby="numbers">
        <h2 id="numbers" className="mb-16">
          Numbers
        </h2>
        <TitleBlock
          layout="row"
          facts={[
            { name: 'Users', value: shown(overview.users) },
            { name: 'Locked accounts', value: shown(overview.locked) },
            { name: 'Failed logins in the last hour', value: shown(overview.failedLoginsLastHour) },
            { name: 'Projects', value: shown(overview.projects) },
            { name: 'Rooms', value: shown(overview.rooms) },
            { name: 'Items', value: shown(overview.items) },
            { name: 'Files', value: shown(overview.files) },
            { name: 'Storage used', value: sizeText(overview.storageBytes) },
            ...(overview.storagePerAccountBytes === null
              ? []
              : [{ name: 'Storage per account', value: sizeText(overview.storagePerAccountBytes) }]),
          ]}
        />
        <p className="faint small mt-8">Counts exclude the trash, except for files.</p>
      </section>
      <section className="mt-40" aria-labelledby="installation">
        <h2 id="installation" className="mb-16">
          This Server
        </h2>
        <TitleBlock
          layout="row"
          facts={[
            { name: 'Roomfolio', value: overview.version },
            {
              name: 'Database',
              value: (
                <span className="row wrap gap-8">
                  {overview.database} <Health isWell={overview.databaseAnswers} />
                </span>
              ),
            },
            { name: 'Database size', value: sizeText(overview.databaseBytes) },
            ...(site ? [{ name: 'Address', value: <Address {...site} /> }] : []),
            { name: 'File store', value: <Health isWell={overview.fileStoreAnswers} /> },
            ...(overview.disk ? [{ name: 'Free space', value: <FreeSpace {...overview.disk} /> }] : []),
            { name: 'Scheduled backups', value: everyText(overview.backups.everyHours) },
            { name: 'Last backup', value: <LastBackup made={overview.backups.made} /> },
            ...(overview.backups.failed
              ? [{ name: 'Backup last failed', value: <Failure {...overview.backups.failed} /> }]
              : []),
            { name: 'Email', value: <Mail {...overview} /> },
            ...(overview.mailFailure
              ? [{ name: 'Email last failed', value: <Failure {...overview.mailFailure} /> }]
              : []),
            ...(overview.untrustedProxy === null
              ? []
              : [{ name: 'Proxy', value: <Untrusted address={overview.untrustedProxy} /> }]),
          ]}
        />
        {(overview.sendsMail || overview.mailFails) && <TestMail />}
        <PasskeyNote {...overview.passkeys} />
        {site && <AddressNote {...site} mails={overview.sendsMail || overview.mailFails} />}
        {overview.backups.everyHours === 0 && !overview.backups.made && (
          <p className="faint small mt-8">
            No backup yet. Run “npm run backup”, or set BACKUP_EVERY_HOURS=24 and start again.
          </p>
        )}
        {!overview.sendsMail && !overview.mailFails && (
          <p className="faint small mt-8">
            Roomfolio can’t send invitations, reminders or links for new passwords: set SMTP_URL and start again.
          </p>
        )}
        {overview.untrustedProxy !== null && (
          <p className="faint small mt-8">
            A proxy seems to be in front of this server, but TRUST_PROXY isn’t set, so all visitors share one address (
            {overview.untrustedProxy}). Too many failed logins would lock everyone out. If that is your proxy, set
            TRUST_PROXY={overview.untrustedProxy} and start again.
          </p>
        )}
      </section>
      <FailedJobs {...overview.failedJobs} />
      {consultations && (
        <section className="mt-40" aria-labelledby="consultations">
          <h2 id="consultations" className="mb-16">
            Consultation Requests
          </h2>
          <TitleBlock
            layout="row"
            facts={[
              { name: 'Open', value: shown(open) },
              { name: 'Open, email not sent', value: shown(notMailed) },
              { name: 'Done', value: shown(done) },
              { name: 'All', value: shown(open + done) },
            ]}
          />
          <ConsultationList consultations={consultations} left={open + done - consultations.length} />
        </section>
      )}
    </Page>
  )
}

const Mail = ({ sendsMail, mailFails }: { sendsMail: boolean; mailFails: boolean }) => {
  if (mailFails) return <State isWell={false}>Not working right now</State>
  return sendsMail ? 'Working' : 'Not set up'
}

const Failure = ({ at, why }: { at: string; why: string }) => (
  <>
    <Time at={at} />: <span className="regular">{why}</span>
  </>
)

/** Less free space than a day's uploads and a backup may need. */
const LITTLE = 0.1

const FreeSpace = ({ freeBytes, totalBytes }: { freeBytes: number; totalBytes: number }) => {
  const text = `${sizeText(freeBytes)} of ${sizeText(totalBytes)}`
  return freeBytes < LITTLE * totalBytes ? <State isWell={false}>{text}</State> : text
}

const everyText = (hours: number): string => {
  if (hours === 0) return 'None'
  return hours === 1 ? 'Every hour' : `Every ${hours} hours`
}

const LastBackup = ({ made }: { made: Backups['made'] }) => {
  if (!made) return 'None yet'
  const { at, by, bytes, missing } = made
  return (
    <>
      <Time at={at} />
      <span className="regular">
        , {by === 'schedule' ? 'as scheduled' : 'by command'}, {sizeText(bytes)}
      </span>
      {missing > 0 && <State isWell={false}>{counted(missing, 'file')} missing or damaged</State>}
    </>
  )
}

type OwnAddress = Pick<Site, 'publicURL' | 'address'>

const Address = ({ publicURL }: OwnAddress) => publicURL ?? <State isWell={false}>PUBLIC_URL is not set</State>

/** Says which setting is wrong before links, codes and mails point nowhere. */
const AddressNote = ({ mails, ...site }: OwnAddress & { mails: boolean }) => {
  if (site.publicURL !== null) return null
  return (
    <p className="faint small mt-8">
      {addressProblem(site, currentAddress()) ??
        `Links and QR codes use the address each page was opened at, here ${site.address}. Before you hand any out, set PUBLIC_URL to the address everyone uses.`}
      {mails && ' Links in emails only work on the server itself.'}
    </p>
  )
}

/** Passkeys belong to a host, so a change of PUBLIC_URL shuts their users out. */
const PasskeyNote = ({ host, here, elsewhere }: Overview['passkeys']) => (
  <>
    {here > 0 && (
      <p className="faint small mt-8">
        Passkeys work only at {host}. If you change the host of PUBLIC_URL, {counted(here, 'passkey')} will stop
        working, and their users will need their passwords.
      </p>
    )}
    {elsewhere > 0 && (
      <p className="faint small mt-8">
        PUBLIC_URL had another host before. Passkeys made there no longer work: {shown(elsewhere)}.
      </p>
    )}
  </>
)

const Untrusted = ({ address }: { address: string }) => <State isWell={false}>{address} is not trusted</State>

const Health = ({ isWell }: { isWell: boolean }) => <State isWell={isWell}>{isWell ? 'OK' : 'Not responding'}</State>

const State = ({ isWell, children }: { isWell: boolean; children: ReactNode }) => (
  <span className={classNames('inline-row gap-8 size-18', isWell ? 'primary' : 'danger')}>
    {isWell ? <IconCircleCheck aria-hidden="true" /> : <IconAlertCircle aria-hidden="true" />}
    {children}
  </span>
)
