import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { EndpointSpec } from '../../../src/shared/contract/endpoint.ts'
import { endpoints } from '../../../src/shared/endpoints.ts'
import { turnOffLink } from '../../../src/shared/sharing/links.api.ts'
import { askToAddPasskey } from '../../../src/shared/identity/passkeys.api.ts'
import { newSecondFactor } from '../../../src/shared/identity/second-factor.api.ts'
import { removeMember } from '../../../src/shared/sharing/members.api.ts'
import { NOT_THE_PROJECT, type ProblemBody } from '../../../src/shared/contract/problem.ts'
import { deleteProject } from '../../../src/shared/projects/projects.api.ts'
import { MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { STRANGER, NAMES_A_THING, NOBODYS, type Things } from '../../support/cases.ts'
import { askByLink, NEVER_MADE, newToken } from '../../support/links.ts'
import { projectFileOf } from '../../support/project-file.ts'
import { linkAccount, noteEmail } from '../../../src/server/identity/openid-connect/provider-accounts.repo.ts'
import { newAuthenticator } from '../../support/authenticator.ts'
import { codeAt, turnOn } from '../../support/second-factor.ts'
import { problemWith, sentenceOf } from '../../support/problems.ts'
import { Client, multipart, PASSWORD } from '../../support/test-app.ts'
import {
  HOME,
  PERSON,
  NUMBER,
  UNSHARED,
  NEIGHBOURS_FILE,
  start,
  type Scene,
  digest,
  markedRows,
  type Call,
  entries,
  naming,
  own,
  ofInstallation,
  byLinks,
  absent,
  decided,
  type Caller,
  CALLERS,
  userCalled,
  type CallerName,
  callers,
  refusalOf,
  textOf,
  expectNothingOfNeighbour,
  succeeds,
} from './access-matrix-fixture.ts'

const SENTENCES = { read: sentenceOf('not_allowed'), write: NOT_THE_PROJECT }

/** Readers of a thing can copy it to their own. */
const READERS_COPY = ['an item, into a room of their own', 'a room, into a project of their own']

/** An answer without its unique parts. */
const told = ({ statusCode, headers: { date: _, ...headers }, body }: LightMyRequestResponse) => ({
  ...{ statusCode, headers: Object.keys(headers).sort() },
  body: body.replace(/"requestId":"[^"]*"/, ''),
})

/** What is wrong with a refusal, or undefined. */
const wrongOf = async (scene: Scene, client: Client, caller: Caller, call: Call): Promise<string | undefined> => {
  const { theirs } = scene.things
  const mine = caller.is === 'own' ? theirs : scene.things.mine
  const code = refusalOf(caller, call)
  const hasRights = code === undefined || code === 'not_allowed' || code === 'not_found'
  const nobodys = call.takes && hasRights && (await client.ask(call.endpoint, call.request(NOBODYS, mine)))
  if (nobodys && nobodys.statusCode !== 404) return `${nobodys.statusCode} instead of 404 for what is not there`
  if (code === undefined) return undefined
  const answer = await client.ask(call.endpoint, call.request(theirs, mine))
  const problem = answer.headers['content-type']?.toString().includes('json') ? answer.json<ProblemBody>() : undefined
  const isAsItMust = {
    not_found: () => nobodys && JSON.stringify(told(answer)) === JSON.stringify(told(nobodys)),
    // Other things that it names may be absent.
    not_allowed: () =>
      (problem?.code === code && problem.message === SENTENCES[caller.is as keyof typeof SENTENCES]) ||
      (!call.isPlain && (answer.statusCode === 404 || answer.statusCode === 403)),
    other: () => problem?.code === code,
  }
  return isAsItMust[code === 'not_found' || code === 'not_allowed' ? code : 'other']()
    ? undefined
    : `${answer.statusCode} ${answer.body.slice(0, 200)} instead of ${code}`
}

describe('refused calls change nothing:', () => {
  test.each(callers)('%s', async (who) => {
    const caller: Caller = CALLERS[who]
    const calls = [
      ...naming,
      ...own,
      ...ofInstallation,
      ...byLinks.filter(({ endpoint }) => endpoint.access === 'link'),
    ].filter(
      (call) =>
        (call.takes ?? refusalOf(caller, call)) &&
        !(caller.is === 'read' && READERS_COPY.some((copy) => call.label.endsWith(copy))),
    )
    const scene = await start()
    const client = await caller.enter(scene)
    const before = await digest(scene)
    const wrong: string[] = []
    for (const call of calls) {
      const found = await wrongOf(scene, client, caller, call)
      if (found) wrong.push(`${call.label} by ${who}: ${found}`)
    }
    expect(wrong).toEqual([])
    const after = await digest(scene)
    if (JSON.stringify(after) !== JSON.stringify(before)) expect(await changing(caller, calls)).toEqual([])
    expect(after).toEqual(before)
  })

  /** The calls that change rows: repeats each on a copy with the earlier ones. */
  const changing = async (caller: Caller, calls: readonly Call[]): Promise<string[]> => {
    const scene = await start()
    const client = await caller.enter(scene)
    const found: string[] = []
    let before = await digest(scene)
    for (const call of calls) {
      await wrongOf(scene, client, caller, call)
      const after = await digest(scene)
      const tables = Object.keys(after).filter((table) => after[table] !== before[table])
      if (tables.length > 0) found.push(`${call.label} changes ${tables.join(', ')}`)
      before = after
    }
    return found
  }
})

const isRead = ({ endpoint }: Call) => endpoint.method === 'GET'
const SAMPLE = Object.fromEntries(Object.keys(NOBODYS).map((key) => [key, key])) as unknown as Things

/** Ways to name the same thing when all of them belong to the caller: one of each is enough. */
const distinct = naming.filter((call, at) => {
  const key = ({ name, request }: Call) => JSON.stringify([name, request(SAMPLE, SAMPLE)])
  return naming.findIndex((each) => key(each) === key(call)) === at
})

describe('allowed reads reveal nothing of a neighbor:', () => {
  test.each(['viewer', 'editor', 'owner', 'stranger'] as const)('%s', async (who) => {
    const caller: Caller = CALLERS[who]
    const scene = await start()
    const client = await caller.enter(scene)
    const { theirs, mine, marked } = scene.things
    const reads = [...distinct, ...own].filter((call) => isRead(call) && refusalOf(caller, call) === undefined)
    for (const call of reads) {
      const about = call.takes ? theirs : mine
      const answer = await client.ask(call.endpoint, call.request(about, about))
      succeeds(call, answer)
      const text = await expectNothingOfNeighbour(scene, call, answer)
      if (who !== 'owner') expect(text, call.label).not.toContain(UNSHARED)
    }
    expect(await markedRows(scene.services.db)).toEqual(marked)
  })

  test('a viewer sees the same as the owner, including the bytes of a file', async () => {
    const scene = await start()
    const viewer = await CALLERS.viewer.enter(scene)
    const { owner } = scene.people
    const { theirs } = scene.things
    // Changes by others are new on the first visit.
    const seen = { projectID: theirs.projectID, eventID: Number.MAX_SAFE_INTEGER }
    await viewer.must(endpoints.markActivitySeen, { body: seen })
    for (const name of ['getProject', 'getRoom', 'listItems', 'getItem', 'getHistory', 'download'] as const) {
      const { endpoint, request } = naming.find((call) => call.name === name) ?? { request: undefined }
      if (!request) throw new Error(name)
      const asked = async (client: Client) =>
        (await client.ask(endpoint, request(theirs, theirs))).rawPayload.toString('latin1')
      expect(await asked(viewer), name).toBe((await asked(owner)).replaceAll('"may":"own"', '"may":"read"'))
    }
  })

  test('the neighbor sees the marks in their own data', async () => {
    const { people } = await start()
    for (const name of ['listProjects', 'listTrash', 'exportMyData', 'getMyAccount', 'listMySessions'] as const) {
      const text = await textOf(await people.neighbour.ask(endpoints[name]))
      expect(text.includes(HOME) || text.includes(PERSON), name).toBe(true)
    }
    expect(await textOf(await people.neighbour.ask(endpoints.listProjects))).toMatch(NUMBER)
  })
})

describe('allowed writes reveal and change nothing of a neighbor:', () => {
  const LEAST = { read: 'viewer', write: 'editor', own: 'owner', alone: 'owner' } as const
  const writes = [...distinct, ...own]
    .filter((call) => !isRead(call))
    .map((call): Call & { who: CallerName } => ({
      ...call,
      who: !call.takes ? 'stranger' : call.isPlain ? LEAST[call.takes] : 'owner',
    }))

  test.each(writes.map((call) => [`${call.who} by ${call.label}`, call] as const))(
    '%s',
    async (_, { who, ...call }) => {
      const scene = await start()
      const client = await CALLERS[who].enter(scene)
      const { theirs, mine, marked } = scene.things
      const about = call.takes ? theirs : mine
      // Users attach their own files.
      const remote = who === 'owner' ? theirs.remote : mine.remote
      const input = call.request(about, { ...about, remote })
      const answer = await send(client, call, (await withCode(scene, client, call)) ?? input, about)
      succeeds(call, answer)
      await expectNothingOfNeighbour(scene, call, answer)
      expect(await markedRows(scene.services.db)).toEqual(marked)
    },
  )

  /** The input of calls that need a right code, signature or link. */
  const withCode = async (scene: Scene, client: Client, { name }: Call): Promise<object | undefined> => {
    const { clock, services } = scene
    if (name === 'turnOnSecondFactor') {
      const { secret } = await client.must(newSecondFactor, {})
      return { body: { secret, code: codeAt(clock, secret), currentPass: PASSWORD } }
    }
    if (name === 'savePasskey') {
      const options = await client.must(askToAddPasskey, { body: { currentPass: PASSWORD } })
      return { body: { credential: newAuthenticator().make(options), name: 'Chrome on Linux' } }
    }
    if (name === 'unlinkProvider' || name === 'takeProviderEmail') {
      const at = { issuer: 'https://auth.example.com', subject: 's-1' }
      await linkAccount(services.db, clock, at, (await userCalled(scene, STRANGER)).id)
      await noteEmail(services.db, at, 'moved@example.com')
      return { body: { issuer: at.issuer, ...(name === 'unlinkProvider' && { currentPass: PASSWORD }) } }
    }
    if (name !== 'turnOffSecondFactor' && name !== 'renewRecoveryCodes') return undefined
    const [code] = (await turnOn(client, clock)).recoveryCodes
    return { body: { code } }
  }

  const send = async (client: Client, { endpoint, name }: Call, input: object, { projectID, userID }: Things) => {
    if (name === 'upload')
      return client.raw({
        method: 'POST',
        url: endpoint.path,
        ...multipart([{ ...NEIGHBOURS_FILE, name: 'mine.txt' }]),
      })
    // Owners of shared projects cannot delete their account.
    if (name === 'deleteMyAccount') await client.must(removeMember, { query: { projectID, userID } })
    if (name !== 'importProject') return client.ask(endpoint, input)
    const files = [{ name: 'project.zip', bytes: await projectFileOf(client, projectID) }]
    return client.raw({ method: 'PUT', url: endpoint.path, ...multipart(files) })
  }

  test('an administrator with calls of the installation', async () => {
    const scene = await start()
    const { stranger } = scene.people
    const { mine, marked } = scene.things
    for (const call of ofInstallation) {
      const answer = await stranger.ask(call.endpoint, call.request(mine, mine))
      expect(answer.statusCode, call.label).toBeLessThan(500)
      await expectNothingOfNeighbour(scene, call, answer)
    }
    expect(await markedRows(scene.services.db)).toEqual(marked)
  })
})

// Absent things

test('things in the trash, and within them, are absent for everybody', async () => {
  for (const who of ['viewer', 'editor', 'owner'] as const) {
    const scene = await start()
    const client = await CALLERS[who].enter(scene)
    const { theirs } = scene.things
    const mine = who === 'owner' ? theirs : scene.things.mine
    for (const projectID of [theirs.projectID, theirs.templateID])
      await scene.people.owner.must(deleteProject, { query: { projectID } })
    const before = await digest(scene)
    const wrong: string[] = []
    for (const { label, endpoint, request } of naming) {
      // These stay with the owner.
      if (who === 'owner' && /(an entry of the trash|a session|a passkey|an API key)$/.test(label)) continue
      const answer = told(await client.ask(endpoint, request(theirs, mine)))
      const nobodys = told(await client.ask(endpoint, request(NOBODYS, mine)))
      if (JSON.stringify(answer) !== JSON.stringify(nobodys)) wrong.push(`${label} by ${who}: ${answer.statusCode}`)
    }
    expect(wrong).toEqual([])
    expect(await digest(scene)).toEqual(before)
  }
})

test('an absent thing is the same 404 for every caller, and changes nothing', async () => {
  const scene = await start()
  const { people, things, anonymous } = scene
  const before = await digest(scene)
  for (const { label, endpoint, request } of absent) {
    const clients = endpoint.access === 'public' ? [anonymous, people.owner, people.stranger] : [people.stranger]
    for (const client of clients) {
      const answer = await client.ask(endpoint, request(things.mine, things.mine))
      expect(answer.json(), label).toMatchObject({ statusCode: 404, code: 'not_found' })
    }
  }
  expect(await digest(scene)).toEqual(before)
})

// Read-only links

/** A client that sends a link's token instead of a session's. */
class LinkClient extends Client {
  override raw(options: InjectOptions) {
    const authorization = `Link ${this.accessToken}`
    return this.app.inject({ ...options, headers: { ...options.headers, authorization } })
  }
}

const LINKS: Record<
  string,
  { shows: 'the room' | 'another room' | 'nothing'; open: (scene: Scene) => Promise<string> }
> = {
  'to the project': {
    shows: 'the room',
    open: async ({ people, things }) => (await newToken(people.owner, things.theirs.projectID)).token,
  },
  'to the room': {
    shows: 'the room',
    open: async ({ people, things: { theirs } }) =>
      (await newToken(people.owner, theirs.projectID, { roomID: theirs.roomID })).token,
  },
  'to some rooms': {
    shows: 'the room',
    open: async ({ people, things: { theirs } }) =>
      (await newToken(people.owner, theirs.projectID, { scope: { rooms: [theirs.roomID] } })).token,
  },
  'to a trade that has nothing there': {
    shows: 'another room',
    open: async ({ people, things: { theirs } }) =>
      (await newToken(people.owner, theirs.projectID, { scope: { trade: 'painter' } })).token,
  },
  'to another room': {
    shows: 'another room',
    open: async ({ people, things: { otherRoom } }) =>
      (await newToken(people.owner, otherRoom.projectID, { roomID: otherRoom.roomID })).token,
  },
  'that is taken back': {
    shows: 'nothing',
    open: async ({ people: { owner }, things }) => {
      const { token, linkID } = await newToken(owner, things.theirs.projectID)
      await owner.must(turnOffLink, { query: { linkID } })
      return token
    },
  },
  'that has ended': {
    shows: 'nothing',
    open: async ({ people, things, clock }) => {
      const endsAt = new Date(clock.now().getTime() + MINUTE).toISOString()
      const { token } = await newToken(people.owner, things.theirs.projectID, { endsAt })
      clock.turn(MINUTE)
      return token
    },
  },
  'that was never made': { shows: 'nothing', open: async () => NEVER_MADE },
}

describe('a link shows its things, is nobody for all other calls, and changes nothing:', () => {
  test.each(Object.keys(LINKS))('%s', async (which) => {
    const scene = await start()
    const { app, things } = scene
    const { theirs, mine, otherRoom } = things
    const { shows, open } = LINKS[which] ?? { shows: 'nothing', open: async () => NEVER_MADE }
    const token = await open(scene)
    const before = await digest(scene)

    for (const call of byLinks) {
      const ask = (by: string, named: Things) => askByLink({ app }, by, call.endpoint, call.request(named, named))
      const isShown = call.shownTo === 'every good link' ? shows !== 'nothing' : shows === 'the room'
      const answer = await ask(token, theirs)
      expect(answer.statusCode, call.label).toBe(isShown ? 200 : 404)
      expect(answer.headers['cache-control'], call.label).toMatch(/no-store|private/)
      expect(answer.headers['referrer-policy'], call.label).toBe('no-referrer')
      if (isShown) await expectNothingOfNeighbour(scene, call, answer)
      else expect(told(answer), call.label).toEqual(told(await ask(NEVER_MADE, theirs)))
      if (call.shownTo !== 'every good link') expect((await ask(token, mine)).statusCode, call.label).toBe(404)
    }

    // Another home or room besides its own.
    const [its, others] = shows === 'another room' ? [otherRoom, theirs] : [theirs, otherRoom]
    const asked: string[] = []
    for (const { label, endpoint, request } of naming.filter((call) => call.endpoint.alsoLinks))
      for (const not of which === 'to the project' ? [mine] : [mine, others]) {
        if (not === others && label.includes('that names a project')) continue
        const { query, ...input }: { query?: object } = request(not, its)
        // Lists as browsers send them.
        const written = Object.fromEntries(Object.entries(query ?? {}).map(([key, value]) => [key, String(value)]))
        const { statusCode } = await askByLink({ app }, token, endpoint, { ...input, query: written })
        asked.push(`${label}: ${statusCode}`)
      }
    expect(asked.length).toBeGreaterThan(5)
    expect(asked.filter((answer) => !answer.endsWith(': 404'))).toEqual([])

    const client = new LinkClient(app, token)
    for (const { label, endpoint, request } of [...naming, ...own, ...ofInstallation]) {
      if (endpoint.alsoLinks) continue
      const input = request(theirs, mine)
      expect((await client.ask(endpoint, input)).json(), label).toMatchObject(problemWith('not_signed_in'))
      const inQuery = await app.inject({ method: endpoint.method, url: `${endpoint.path}?link=${token}` })
      expect(inQuery.json(), label).toMatchObject({ statusCode: 401, code: 'not_signed_in' })
    }
    expect(await digest(scene)).toEqual(before)
  })
})

// Proves 6.4
test('every endpoint whose schemas name a thing declares who may call it', () => {
  const keysWithin = (schema: unknown): string[] => {
    if (Array.isArray(schema)) return schema.flatMap(keysWithin)
    if (typeof schema !== 'object' || schema === null) return []
    const properties = 'properties' in schema ? Object.keys(schema.properties as object) : []
    return [...properties, ...Object.values(schema).flatMap(keysWithin)]
  }
  const namesAThing = ({ query, params, body }: EndpointSpec) =>
    [query, params, body]
      .filter((part) => typeof part === 'object')
      .flatMap((part) => keysWithin(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' })))
      .some((key) => NAMES_A_THING.test(key))
  const undecided = entries.filter(({ name, endpoint }) => namesAThing(endpoint) && !decided.has(name))
  // Its `roomType` is the name of a new one.
  expect(undecided.map(({ name }) => name)).toEqual(['createRoomType'])
  // The declared right is the one that the call requires.
  const declared = entries.flatMap(({ name, endpoint: { needs } }) => (needs ? [[name, needs]] : []))
  const taken = entries.flatMap(({ name, entry: { takes } }) =>
    takes === 'write' || takes === 'own' ? [[name, takes]] : [],
  )
  expect(declared.sort()).toEqual(taken.sort())
})
