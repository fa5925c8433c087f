import { onTestFinished } from 'vitest'
import { createTask } from '../../../src/shared/upkeep/tasks.api.ts'
import { DAY, MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { JOBS } from '../../../src/server/job-registry.ts'
import { runDueJobs } from '../../support/jobs.ts'
import { MailServer, type ReceivedMail } from '../../support/mail-server.ts'
import { signIn, startTestApp } from '../../support/test-app.ts'

export const TO = 'robin@example.com'

/** Robin has a home and one check done, so the time of the next is known. */
export const start = async (settings: Parameters<typeof startTestApp>[0] = {}) => {
  const mailServer = await MailServer.start()
  onTestFinished(() => mailServer.stop())
  const started = await startTestApp({ smtpURL: mailServer.url, publicURL: 'https://homes.example', ...settings })
  const { app, services, clock, newUser } = started
  const { db } = services
  // A Monday: a mail that is due within the next five minutes waits for the check after it.
  clock.turn(Date.parse('2030-06-03T09:00:00Z') - clock.now().getTime())
  const user = await newUser('robin')
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID)
  const run = async (servers = 1) => {
    await runDueJobs(services, JOBS, { servers })
    await started.jobsDone()
  }
  /** Includes users who have registered since. */
  const look = async () => {
    clock.turn(5 * MINUTE)
    await run()
  }
  const nextAt = async (name = 'robin') => {
    const row = db.selectFrom('users').select('remind_at').where('username', '=', name)
    return (await row.executeTakeFirstOrThrow()).remind_at ?? ''
  }
  const turnTo = (time: string) => clock.turn(Date.parse(time) - clock.now().getTime())
  await run()
  const sunday = Date.parse((await nextAt()).slice(0, 10))
  return {
    ...started,
    ...{ db, mailServer, user, projectID, roomID, run, look, nextAt, turnTo },
    /** Days after the first mail. */
    on: (days: number) => new Date(sunday + days * DAY).toISOString().slice(0, 10),
    mails: (to = TO) => mailServer.received.filter(({ recipients }) => recipients.includes(to)),
    signedIn: (name = 'robin') => signIn(app, name),
    task: (name: string, day: string) =>
      user.must(createTask, { body: { projectID, roomID, inputs: { name, day, repeats: null } } }),
    morning: async (servers = 1) => {
      turnTo(await nextAt())
      await run(servers)
    },
  }
}

export const header = ({ headers }: ReceivedMail, name: string) => headers.find(({ key }) => key === name)?.value

export const endLinkIn = (mail: ReceivedMail | undefined): URL =>
  new URL(/<(.*)>/.exec((mail && header(mail, 'list-unsubscribe')) ?? '')?.[1] ?? '')
