import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listConsultations } from '../../shared/consultations.ts'
import { getOverview } from '../../shared/overview.ts'
import { call } from '../api/call.ts'
import { sizeText } from '../files/upload-limits.ts'
import { PageHead } from '../ui/page-head.tsx'
import { Page } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'
import { TitleBlock } from '../ui/title-block.tsx'
import { AdminNav } from '../layout/admin-nav.tsx'
import { ConsultationList } from '../consultations/consultation-list.tsx'
import { isLeftOut } from '../site/left-out.ts'
import { FailedJobs } from '../jobs/failed-jobs.tsx'
import styles from './overview.module.css'

export const loader = async ({ request: { signal } }: LoaderFunctionArgs) => {
  const [overview, consultations] = await Promise.all([
    call(getOverview, undefined, { signal }),
    isLeftOut('prices') ? null : call(listConsultations, undefined, { signal }),
  ])
  return { overview, consultations }
}

const NUMBER = new Intl.NumberFormat()
const shown = (number: number): string => NUMBER.format(number)

export const Component = () => {
  const { overview, consultations } = useLoaderData<typeof loader>()
  const { open, done, notMailed } = overview.consultations
  return (
    <Page>
      <title>Overview · Roomfolio</title>
      <AdminNav />
      <PageHead title="Overview" />
      <section className={styles.part} aria-labelledby="numbers">
        <h2 id="numbers">Numbers</h2>
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
          ]}
        />
        <p className={styles.note}>Projects, rooms and items without those in the trash; files with them.</p>
      </section>
      <section className={styles.part} aria-labelledby="installation">
        <h2 id="installation">This Installation</h2>
        <TitleBlock
          layout="row"
          facts={[
            { name: 'Roomfolio', value: overview.version },
            {
              name: 'Database',
              value: (
                <>
                  {overview.database} <Health isWell={overview.databaseAnswers} />
                </>
              ),
            },
            { name: 'File store', value: <Health isWell={overview.fileStoreAnswers} /> },
            { name: 'E-mail', value: <Mail {...overview} /> },
            ...(overview.mailFailure
              ? [{ name: 'E-mail last failed', value: <Failure {...overview.mailFailure} /> }]
              : []),
            ...(overview.untrustedProxy === null
              ? []
              : [{ name: 'Proxy', value: <Untrusted address={overview.untrustedProxy} /> }]),
          ]}
        />
        {overview.untrustedProxy !== null && (
          <p className={styles.note}>
            Requests come with a forwarded address, but TRUST_PROXY is not set: everybody counts as{' '}
            {overview.untrustedProxy}, and wrong logins of strangers can keep all of them out. If that is your proxy,
            set TRUST_PROXY={overview.untrustedProxy} and start again.
          </p>
        )}
      </section>
      <FailedJobs {...overview.failedJobs} />
      {consultations && (
        <section className={styles.part} aria-labelledby="consultations">
          <h2 id="consultations">Consultation Requests</h2>
          <TitleBlock
            layout="row"
            facts={[
              { name: 'Open', value: shown(open) },
              { name: 'Open and not mailed to you', value: shown(notMailed) },
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
  if (mailFails) return <State isWell={false}>Cannot be sent right now</State>
  return sendsMail ? 'Is sent' : 'Is not set up'
}

const Failure = ({ at, why }: { at: string; why: string }) => (
  <>
    <Time at={at} />: <span className={styles.told}>{why}</span>
  </>
)

const Untrusted = ({ address }: { address: string }) => <State isWell={false}>{address} is not trusted</State>

const Health = ({ isWell }: { isWell: boolean }) => (
  <State isWell={isWell}>{isWell ? 'Answers' : 'Does not answer'}</State>
)

const State = ({ isWell, children }: { isWell: boolean; children: ReactNode }) => (
  <span className={isWell ? styles.well : styles.unwell}>
    {isWell ? <IconCircleCheck aria-hidden="true" /> : <IconAlertCircle aria-hidden="true" />}
    {children}
  </span>
)
