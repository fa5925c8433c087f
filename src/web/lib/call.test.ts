import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { login } from '../../shared/identity/auth.api.ts'
import { upload } from '../../shared/attachments/files.api.ts'
import { getProject, listProjects } from '../../shared/projects/projects.api.ts'
import { getRoomStructure } from '../../shared/structure/room-structure.api.ts'
import { createRoom, updateRoom } from '../../shared/projects/rooms.api.ts'
import { addressOf, call, signCallsWith } from './call.ts'
import { ApiError, NoResponse, SignInFirst } from './errors.ts'

const fetched = vi.fn<typeof fetch>()
const renew = vi.fn<(used: string | undefined, mayAsk: boolean) => Promise<boolean>>()
let token: string | undefined

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json; charset=utf-8' } })

const problem = (status: number, code: string) =>
  json(status, { statusCode: status, error: 'Error', code, message: `Sentence of ${code}`, requestId: 'r-1' })

const sentHeaders = (time: number) => new Headers(fetched.mock.calls[time]?.[1]?.headers)

beforeEach(() => {
  vi.stubGlobal('fetch', fetched.mockReset())
  token = 'first'
  renew.mockReset().mockImplementation(async () => {
    token = 'second'
    return true
  })
  signCallsWith({ token: () => token, renew })
})
afterEach(() => vi.unstubAllGlobals())

describe('a call', () => {
  // Proves 6.5
  it('writes the query into the address, and the bearer of the session', async () => {
    fetched.mockResolvedValueOnce(json(200, { project: { projectID: 7 } }))
    await call(getProject, { query: { projectID: 7 } })
    expect(fetched.mock.calls[0]?.[0]).toBe('/project?projectID=7')
    expect(sentHeaders(0).get('Authorization')).toBe('Bearer first')
  })

  // Proves 6.5
  it('sends no bearer to a public endpoint, and its body as JSON', async () => {
    fetched.mockResolvedValueOnce(json(200, { accessToken: 'a', roles: [], user: 'dana' }))
    await call(login, { body: { user: 'dana', pwd: 'mapleoak12' } })
    expect(sentHeaders(0).get('Authorization')).toBeNull()
    expect(sentHeaders(0).get('Content-Type')).toBe('application/json')
    expect(fetched.mock.calls[0]?.[1]?.body).toBe('{"user":"dana","pwd":"mapleoak12"}')
  })

  // Proves 7.15
  it('sends the bearer to a public endpoint if asked to', async () => {
    fetched.mockResolvedValueOnce(json(200, {}))
    await call(getRoomStructure, { query: { roomType: 3 } }, { signed: true })
    expect(sentHeaders(0).get('Authorization')).toBe('Bearer first')
  })

  it('sends files in a multipart form, in their order and under their names', async () => {
    fetched.mockResolvedValueOnce(json(200, []))
    await call(upload, { files: [new File(['b'], 'b "1".pdf'), new File(['a'], 'a.png')] })
    const form = fetched.mock.calls[0]?.[1]?.body
    if (!(form instanceof FormData)) throw new Error('The body should be a form.')
    expect(form.getAll('files').map((entry) => entry instanceof File && entry.name)).toEqual(['b "1".pdf', 'a.png'])
    expect(sentHeaders(0).get('Content-Type')).toBeNull()
  })

  it('gives null for an empty answer', async () => {
    fetched.mockResolvedValueOnce(new Response(null, { status: 204 }))
    expect(await call(listProjects)).toBeNull()
  })

  it('throws what the server says of a problem', async () => {
    fetched.mockResolvedValueOnce(problem(409, 'project_name_taken'))
    const failure = await call(listProjects).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({
      status: 409,
      code: 'project_name_taken',
      message: 'Sentence of project_name_taken',
    })
  })

  it('throws for a success with an unexpected status', async () => {
    fetched
      .mockResolvedValueOnce(json(201, { message: 'Updated room "Pantry"' }))
      .mockResolvedValueOnce(new Response(null, { status: 204 }))
      .mockResolvedValueOnce(new Response('', { status: 200, statusText: 'OK' }))
    const body = { roomID: 7, roomName: 'Pantry' }
    await expect(call(updateRoom, { body })).rejects.toMatchObject({ status: 201, message: 'Unexpected status 201' })
    await expect(call(updateRoom, { body })).rejects.toMatchObject({ status: 204 })
    await expect(call(createRoom, { body: { projectID: 1, roomType: 2, roomName: 'Pantry' } })).rejects.toMatchObject({
      name: 'ApiError',
      status: 200,
    })
  })

  it('uses the status of the answer, not its body', async () => {
    fetched.mockResolvedValueOnce(json(409, { message: 'Taken' }))
    await expect(call(listProjects)).rejects.toMatchObject({ status: 409, message: 'Taken', fields: {}, code: '' })
  })

  it('says when the server wants to be asked again', async () => {
    const answer = problem(503, 'unavailable')
    answer.headers.set('Retry-After', '5')
    fetched.mockResolvedValueOnce(answer)
    await expect(call(listProjects)).rejects.toMatchObject({ status: 503, retryAfter: 5 })
  })

  it('throws a problem without a code where something before the server answers in its own words', async () => {
    fetched.mockResolvedValueOnce(new Response('<h1>Bad Gateway</h1>', { status: 502, statusText: 'Bad Gateway' }))
    await expect(call(listProjects)).rejects.toMatchObject({ name: 'ApiError', status: 502, message: 'Bad Gateway' })
  })

  it('throws NoResponse without an answer, and for one that breaks off', async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce(new Response('{"proj'))
    await expect(call(listProjects)).rejects.toBeInstanceOf(NoResponse)
    await expect(call(listProjects)).rejects.toBeInstanceOf(NoResponse)
  })

  // Proves 9.12
  it('waits for an answer as long as it takes: it sends no signal that could end it', async () => {
    fetched.mockResolvedValueOnce(json(200, { projects: [] }))
    await call(listProjects)
    expect(fetched.mock.calls[0]?.[1]?.signal).toBeUndefined()
  })

  it('that its caller gives up is no missing answer', async () => {
    const controller = new AbortController()
    controller.abort()
    fetched.mockRejectedValueOnce(controller.signal.reason)
    await expect(call(listProjects, undefined, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})

describe('a call that creates', () => {
  const body = { projectID: 1, roomType: 2, roomName: 'Pantry' }
  const keys = () => fetched.mock.calls.map((_, time) => sentHeaders(time).get('Idempotency-Key'))
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is sent again under the same key where no answer came', async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce(json(201, { roomID: 7 }))
    const answered = call(createRoom, { body })
    await vi.advanceTimersByTimeAsync(1000)
    expect(await answered).toEqual({ roomID: 7 })
    expect(keys()[0]).toMatch(/^[!-~]{16,255}$/)
    expect(keys()).toEqual([keys()[0], keys()[0]])
  })

  it('gives up within a second, and keeps its key until it is answered', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    const failed = expect(call(createRoom, { body })).rejects.toBeInstanceOf(NoResponse)
    await vi.advanceTimersByTimeAsync(1000)
    await failed
    expect(fetched).toHaveBeenCalledTimes(3)
    fetched.mockImplementation(async () => json(201, { roomID: 7 }))
    await call(createRoom, { body })
    await call(createRoom, { body })
    const [first, , , again, next] = keys()
    expect(again).toBe(first)
    expect(next).not.toBe(first)
  })

  it.each([500, 502, 503, 504])(
    'keeps its key where the answer is %i, for nobody knows whether it was done',
    async (status) => {
      fetched.mockResolvedValueOnce(problem(status, 'unavailable')).mockResolvedValueOnce(json(201, { roomID: 7 }))
      await expect(call(createRoom, { body })).rejects.toMatchObject({ status })
      await call(createRoom, { body })
      fetched.mockResolvedValueOnce(problem(409, 'invalid_input')).mockResolvedValueOnce(json(201, { roomID: 8 }))
      await expect(call(createRoom, { body })).rejects.toMatchObject({ status: 409 })
      await call(createRoom, { body })
      const [first, again, next, afterRefusal] = keys()
      expect(again).toBe(first)
      expect(new Set([first, next, afterRefusal]).size).toBe(3)
    },
  )

  it('is another one with other content, and is not sent again once it is answered', async () => {
    fetched.mockResolvedValueOnce(problem(503, 'unavailable')).mockResolvedValueOnce(json(201, { roomID: 7 }))
    await expect(call(createRoom, { body })).rejects.toMatchObject({ status: 503 })
    await call(createRoom, { body: { ...body, roomName: 'Attic' } })
    expect(fetched).toHaveBeenCalledTimes(2)
    expect(keys()[0]).not.toBe(keys()[1])
  })

  it('keeps the key of a file, whose queue sends it again', async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce(json(200, []))
    const files = [new File(['a'], 'a.png')]
    await expect(call(upload, { files })).rejects.toBeInstanceOf(NoResponse)
    await call(upload, { files })
    expect(keys()).toEqual([expect.any(String), keys()[0]])
  })

  it('alone has a key', async () => {
    fetched.mockResolvedValueOnce(json(200, { message: '' }))
    await call(updateRoom, { body: { roomID: 7, roomName: 'Pantry' } })
    expect(keys()).toEqual([null])
  })
})

describe('a call whose session has ended', () => {
  it('renews it and is repeated with the new bearer', async () => {
    fetched.mockResolvedValueOnce(problem(401, 'session_ended')).mockResolvedValueOnce(json(200, { projects: [] }))
    expect(await call(listProjects)).toEqual({ projects: [] })
    expect(renew).toHaveBeenCalledExactlyOnceWith('first', false)
    expect(sentHeaders(1).get('Authorization')).toBe('Bearer second')
  })

  it('may ask its user to log in again if it changes something, and is repeated whole', async () => {
    fetched.mockResolvedValueOnce(problem(401, 'session_ended')).mockResolvedValueOnce(json(200, []))
    await call(upload, { files: [new File(['a'], 'a.png')] })
    expect(renew).toHaveBeenCalledExactlyOnceWith('first', true)
    const form = fetched.mock.calls[1]?.[1]?.body
    if (!(form instanceof FormData)) throw new Error('The body should be a form.')
    expect(form.getAll('files')).toHaveLength(1)
  })

  it('is repeated once only', async () => {
    fetched.mockImplementation(async () => problem(401, 'session_ended'))
    await expect(call(listProjects)).rejects.toMatchObject({ status: 401 })
    expect(fetched).toHaveBeenCalledTimes(2)
  })

  it('fails when the session cannot be renewed', async () => {
    renew.mockResolvedValueOnce(false)
    fetched.mockResolvedValueOnce(problem(401, 'session_ended'))
    await expect(call(listProjects)).rejects.toMatchObject({ status: 401 })
    expect(fetched).toHaveBeenCalledTimes(1)
  })

  it('is no business of a public endpoint: wrong credentials stay wrong', async () => {
    fetched.mockResolvedValueOnce(problem(401, 'wrong_credentials'))
    await expect(call(login, { body: { user: 'dana', pwd: 'x' } })).rejects.toMatchObject({ code: 'wrong_credentials' })
    expect(renew).not.toHaveBeenCalled()
  })
})

describe('a sign-in page in front of the server', () => {
  const page = (status: number) =>
    new Response('<h1>Sign In</h1>', { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  const led = () => Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' })

  it.each([
    ['a page', () => page(200)],
    ['a page with 401', () => page(401)],
    ['a page with 403', () => page(403)],
    ['leading elsewhere', led],
  ])('is known by %s in place of JSON', async (_, answer) => {
    fetched.mockResolvedValueOnce(answer())
    await expect(call(getProject, { query: { projectID: 7 } })).rejects.toBeInstanceOf(SignInFirst)
    expect(fetched).toHaveBeenCalledTimes(1)
    expect(fetched.mock.calls[0]?.[1]?.redirect).toBe('manual')
  })

  it.each([404, 413, 502])('is not meant by a page with %i', async (status) => {
    fetched.mockResolvedValueOnce(page(status))
    await expect(call(getProject, { query: { projectID: 7 } })).rejects.toMatchObject({ name: 'ApiError', status })
  })
})

describe('the URL of a call', () => {
  it('escapes values in the path', () => {
    const download = { method: 'GET', path: '/download/:remote', summary: '', access: 'public', status: 200 } as const
    expect(addressOf(download, { params: { remote: 'a/b c' } })).toBe('/download/a%2Fb%20c')
  })
})
