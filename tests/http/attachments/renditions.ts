import sharp from 'sharp'
import { expect, vi } from 'vitest'
import { startTestApp, type Client } from '../../support/test-app.ts'

type Version = 'thumbnail' | 'screen' | 'whole'

export const ONE_MAKER = 'It watches or replaces the picture maker of one server, or tests its queue.'

export const start = async (how: Parameters<typeof startTestApp>[1] = {}) => {
  const started = await startTestApp({}, how)
  const { services, servers } = started
  const user = await started.newUser('robin')
  const makes = servers.map(({ pictures }) => vi.spyOn(pictures, 'make'))
  return {
    ...started,
    user,
    /** How many times the server made or tried to make a picture. */
    made: () => makes.reduce((sum, { mock }) => sum + mock.calls.length, 0),
    /** The address of a new file. */
    add: async (bytes: Buffer, name = 'photo.jpg') => {
      const [file] = await user.upload([{ name, bytes }])
      return `/download/${file?.remote}`
    },
    rows: () => services.db.selectFrom('renditions').selectAll().orderBy('kind').execute(),
    pendingWrites: async () => (await services.db.selectFrom('pending_writes').selectAll().execute()).length,
  }
}

export const ask = (user: Client, address: string, version: Version, headers: Record<string, string> = {}) =>
  user.raw({ url: `${address}?version=${version}`, headers })

export const picture = async (user: Client, address: string, version: Version): Promise<Buffer> => {
  const response = await ask(user, address, version)
  expect(response.statusCode, response.body).toBe(200)
  return response.rawPayload
}

export const factsOf = async (user: Client, address: string, version: Version) =>
  sharp(await picture(user, address, version)).metadata()

/** The color at a position given as fractions of width and height. */
export const colourAt = async (bytes: Buffer, x: number, y: number): Promise<[number, number, number]> => {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
}

export const expectColour = async (bytes: Buffer, [x, y]: [number, number], colour: [number, number, number]) => {
  for (const [at, value] of (await colourAt(bytes, x, y)).entries()) {
    expect(Math.abs(value - (colour[at] ?? 0)), `channel ${at} at ${x}, ${y}`).toBeLessThan(12)
  }
}

export const RED: [number, number, number] = [255, 0, 0]
export const BLUE: [number, number, number] = [0, 0, 255]
