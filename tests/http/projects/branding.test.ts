import { expect, test } from 'vitest'
import { deleteMyAccount } from '../../../src/shared/identity/account.api.ts'
import {
  getBranding,
  getProjectBranding,
  setBranding,
  setProjectBranding,
} from '../../../src/shared/projects/branding.api.ts'
import { acceptOffer, offerProject } from '../../../src/shared/sharing/handover.api.ts'
import { createLink, listLinks, type OpenedLink } from '../../../src/shared/sharing/links.api.ts'
import { DAY } from '../../../src/server/platform/lib/clock.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { addMember, ALL_PARTS, tokenOf } from '../../support/members.ts'
import { readPDF } from '../../support/read-pdf.ts'
import { pictureOf } from '../../support/sample-pictures.ts'
import { PASSWORD, signIn, type Client } from '../../support/test-app.ts'
import { accountExportOf } from '../../support/account-export.ts'
import { startWithHall, SAGE } from '../papers/hall-papers.ts'

const HALE = { firm: 'Hale & Moss', phone: '(555) 010-0142', drawnBy: 'M. Hale' }

const start = async () => {
  const started = await startWithHall()
  const { robin, newPaint } = started
  const upload = async (user: Client, name: string, bytes?: Buffer) =>
    (await user.upload([{ name, bytes: bytes ?? (await pictureOf('#336699', 'png')) }]))[0]?.remote ?? ''
  await newPaint(SAGE)
  const logo = await upload(robin, 'logo.png')
  await robin.must(setBranding, { body: { inputs: { ...HALE, logo } } })
  const downloaded = async (user: Client, remote: string) => (await user.raw({ url: `/download/${remote}` })).statusCode
  return { ...started, upload, downloaded, logo }
}

const paper = async (user: Client, kind: string, projectID: number) => {
  const { rawPayload } = await user.raw({ url: `/paper?kind=${kind}&projectID=${projectID}` })
  const { pages } = await readPDF(rawPayload)
  return {
    text: pages.flatMap(({ lines }) => lines).join(' '),
    figures: pages.flatMap(({ roles }) => roles).filter((role) => role === 'Figure').length,
  }
}

test('papers show the firm of the project’s owner, and what a project has of its own instead', async () => {
  const { robin, projectID, newUser, services } = await start()
  const viewer = await newUser('viewer')
  await addMember(services.db, projectID, 'viewer', 'viewer')
  const [book, schedule] = [await paper(viewer, 'book', projectID), await paper(viewer, 'schedule', projectID)]
  expect(book.text).toMatch(/Hale & Moss \(555\) 010-0142 .*Drawn By M. Hale/)
  expect(book.text).toMatch(/Spec Book, .*\d{4}, Hale & Moss/)
  expect(schedule.text).toContain('Hale & Moss (555) 010-0142 Maple Street')
  expect(book.figures).toBe(1)
  for (const kind of ['trade', 'touchup']) expect((await paper(viewer, kind, projectID)).text).toContain('Hale & Moss')
  for (const { text } of [book, schedule]) expect(text).not.toContain('Roomfolio')

  const inputs = { firm: 'Studio Vale', phone: '', drawnBy: '', number: '26-014' }
  await robin.must(setProjectBranding, { body: { projectID, inputs } })
  expect(await robin.must(getProjectBranding, { query: { projectID } })).toEqual({ ...inputs, logo: null })
  const own = await paper(viewer, 'book', projectID)
  expect(own.text).toMatch(/Studio Vale \(555\) 010-0142 .*Project Number 26-014 Drawn By M. Hale/)
  expect((await viewer.call(getProjectBranding, { query: { projectID } })).status).toBe(403)
})

test('links show the firm and its logo, even where they hide files', async () => {
  const { robin, app, projectID, logo, newUser, downloaded } = await start()
  const hides = { notes: false, files: true, labels: [] }
  await robin.must(createLink, { body: { projectID, name: 'Painter', hides } })
  const { links } = await robin.must(listLinks, { query: { projectID } })
  const token = links[0]?.address?.split('/view/')[1] ?? ''
  const opened = await app.inject({ url: '/openlink', headers: { authorization: `Link ${token}` } })
  const { firm, filesKey } = opened.json<OpenedLink>()
  expect(firm).toEqual({ name: 'Hale & Moss', logo })
  const sent = await app.inject({ url: `/download/${logo}?link=${filesKey}&version=thumbnail` })
  expect([sent.statusCode, sent.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(await downloaded(await newUser('stranger'), logo)).toBe(404)
})

test('a logo is one’s own picture, stays while it is used, and goes when it is replaced', async () => {
  const { robin, upload, downloaded, logo, clock, services, app, newUser } = await start()
  const setLogo = async (remote: string | null) =>
    (await robin.call(setBranding, { body: { inputs: { ...HALE, logo: remote } } })).status
  expect(await setLogo(await upload(robin, 'list.txt', Buffer.from('a list')))).toBe(415)
  expect(await setLogo(await upload(await newUser('other'), 'theirs.png'))).toBe(404)
  clock.turn(2 * DAY)
  await sweep(services)
  const again = await signIn(app, 'robin')
  expect(await downloaded(again, logo)).toBe(200)
  // Saving the rest keeps it.
  await again.must(setBranding, { body: { inputs: { ...HALE, firm: 'Hale' } } })
  expect(await again.must(getBranding, undefined)).toMatchObject({ firm: 'Hale', logo: { remote: logo } })
  await again.must(setBranding, { body: { inputs: { ...HALE, logo: null } } })
  expect(await downloaded(again, logo)).toBe(404)
})

test('branding is in Download My Data, stays behind in a handover, and goes with the account', async () => {
  const { robin, projectID, newUser, upload, services } = await start()
  const own = await upload(robin, 'vale.png', await pictureOf('#993311', 'png'))
  const inputs = { firm: 'Studio Vale', phone: '', drawnBy: '', number: '26-014', logo: own }
  await robin.must(setProjectBranding, { body: { projectID, inputs } })
  const { entries, account, projects } = await accountExportOf(robin)
  expect([...entries.keys()]).toEqual(expect.arrayContaining(['branding/logo.png', 'branding/vale.png']))
  expect(account).toMatchObject({ branding: { ...HALE, logo: 'branding/logo.png' } })
  expect(projects[0]).toMatchObject({ branding: { number: '26-014', logo: 'branding/vale.png' } })

  const buyer = await newUser('buyer')
  const offer = { projectID, email: 'buyer@example.com', goes: ALL_PARTS, stays: false }
  const { link } = await robin.must(offerProject, { body: offer })
  await buyer.must(acceptOffer, { body: { token: tokenOf(link) } })
  expect(await buyer.must(getProjectBranding, { query: { projectID } })).toMatchObject({ number: '', logo: null })
  expect((await paper(buyer, 'book', projectID)).text).not.toMatch(/Hale|Vale,|26-014/)

  await robin.must(deleteMyAccount, { body: { currentPass: PASSWORD } })
  expect(await services.db.selectFrom('brandings').selectAll().execute()).toEqual([])
  expect(await services.db.selectFrom('uploads').selectAll().execute()).toEqual([])
})
