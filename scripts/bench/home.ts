import { randomBytes } from 'node:crypto'

/** What the measurements ask for: a room of 15 items with labels and some attachments, and accounts to log in. */
export interface Home {
  accessToken: string
  roomID: number
  itemIDs: number[]
  accounts: readonly Credentials[]
}

interface Credentials {
  user: string
  pwd: string
}

const ITEMS = 15
const ACCOUNTS = 3
const FILE_BYTES = 1024 * 1024
const BOUNDARY = 'a-boundary-that-stands-in-no-file'

export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

/** A file of 1 MB. It is all ASCII because the load generator decodes what it gets as text, at great cost if it is none. */
const someFile = (): Buffer => {
  const bytes = Buffer.alloc(FILE_BYTES, randomBytes(FILE_BYTES).toString('base64'))
  bytes.write('%PDF-1.7\n')
  return bytes
}

/** The form of an upload of one file. */
export const formOf = (name: string, bytes: Buffer): Buffer<ArrayBuffer> =>
  Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n` +
        'Content-Type: application/pdf\r\n\r\n',
    ),
    bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])

/** The same of 1 MB. */
export const formOfOneFile = (name: string): Buffer<ArrayBuffer> => formOf(name, someFile())

const VALUES = ['Castellan & Sons', 'Model 4410-B', 'Satin brass', 'White oak', 'Harbor Blue', '36" × 24"']
const FIELDS = ['field1', 'field2', 'field3', 'field4', 'field5', 'field6']
/** Values for the six fields; the kitchen's items have a label on each. */
const fieldsOf = (at: number) => Object.fromEntries(FIELDS.map((field, n) => [field, VALUES[(at + n) % VALUES.length]]))

/** The bodies of two saves of an item, with all that its screen sends: in turn, each changes a field and the notes. */
export const itemSaves = (itemID: number): string[] =>
  ['The receipt is in the blue folder.', 'The receipt is in the green folder.'].map((notes) =>
    JSON.stringify({ itemID, inputs: { ...fieldsOf(itemID), field1: `Castellan ${notes.length}`, notes } }),
  )

/** Calls of one who is signed in, or of nobody; what is no success ends the measurement. */
export const callsOf =
  (server: string, accessToken?: string) =>
  async <T>(method: string, path: string, body?: object): Promise<T> => {
    const type = body && { 'content-type': Buffer.isBuffer(body) ? FORM_TYPE : 'application/json' }
    const response = await fetch(server + path, {
      method,
      headers: { ...type, ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }) },
      ...(body && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return JSON.parse(text) as T
  }

export type Ask = ReturnType<typeof callsOf>

/** The calls of an account. */
export const signIn = async (server: string, account: Credentials | undefined) => {
  const { accessToken } = await callsOf(server)<{ accessToken: string }>('POST', '/login', account)
  return { accessToken, ask: callsOf(server, accessToken) }
}

export const ADDRESS = { address: '418 Maple Street', city: 'Burlington', state: 'VT', zip: '05401' }

/** The type of kitchens, and what may be in one. */
export const readKitchens = async (ask: Ask) => {
  const { rooms } = await ask<{ rooms: { roomTypeID: number; roomTypeName: string }[] }>('GET', '/roomtypes')
  const roomType = rooms.find(({ roomTypeName }) => roomTypeName === 'Kitchen')?.roomTypeID
  const structure = await ask<Record<string, { subcatList: number[] }>>('GET', `/roomstructure?roomType=${roomType}`)
  const kinds = Object.entries(structure).flatMap(([catID, { subcatList }]) =>
    subcatList.map((subcatID) => ({ catID: Number(catID), subcatID })),
  )
  return { roomType, kinds }
}

/** Makes a home through the front door of a running server, as a user would. */
export const makeHome = async (server: string): Promise<Home> => {
  const accounts = Array.from({ length: ACCOUNTS }, (_, at) => ({
    user: `resident-${at}`,
    pwd: `a long enough pass ${at}`,
  }))
  for (const account of accounts) {
    const inputs = {
      ...ADDRESS,
      email: `${account.user}@example.com`,
      phone: '(555) 010-0100',
      first: 'Robin',
      last: 'Sample',
    }
    await callsOf(server)('POST', '/register', { ...account, inputs })
  }
  const { accessToken, ask } = await signIn(server, accounts[0])

  const { projectID } = await ask<{ projectID: number }>('PUT', '/project', {
    inputs: { name: 'Maple Street', ...ADDRESS },
  })
  const { roomType, kinds } = await readKitchens(ask)
  const { roomID } = await ask<{ roomID: number }>('PUT', '/createroom', { projectID, roomType, roomName: 'Kitchen' })
  const itemIDs: number[] = []
  for (let at = 0; at < ITEMS; at++) {
    const place = kinds[(at * 7) % kinds.length]
    // Every third item has attachments: one, two or three.
    const files: Record<string, string> = {}
    for (let n = 0; at % 3 === 0 && n <= (at / 3) % 3; n++) {
      const name = `manual ${at}-${n}.pdf`
      const [stored] = await ask<{ remote: string }[]>('POST', '/upload', formOfOneFile(name))
      if (!stored) throw new Error('An upload answered nothing.')
      files[name] = stored.remote
    }
    const body = {
      projectID,
      roomID,
      ...place,
      inputs: { ...fieldsOf(at), notes: 'As chosen.' },
      files: JSON.stringify(files),
    }
    itemIDs.push((await ask<{ itemID: number }>('PUT', '/item', body)).itemID)
  }
  return { accessToken, roomID, itemIDs, accounts }
}
