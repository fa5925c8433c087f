/** The package brings no types of its own; this is what is used of it. */
declare module 's3rver' {
  import type { Server } from 'node:http'
  import type { AddressInfo } from 'node:net'

  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      directory: string
      silent: boolean
      configureBuckets: { name: string }[]
    })
    run(): Promise<AddressInfo>
    close(): Promise<void>
    httpServer: Server
    logger: { info(message: string): void }
    store: {
      putObject(object: { bucket: string; key: string }): Promise<{ size: number; md5: string }>
      getMetadata(bucket: string, key: string): Promise<{ 'content-length': number }>
    }
  }
}
