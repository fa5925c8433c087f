import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** When a connection breaks: before the server has got the statement, or when it has done it and says so. */
type Moment = 'unsent' | 'unanswered'

/** The address of a PostgreSQL server, which may lead to another one, and break as addresses do. */
export class DatabaseAddress {
  port = 0
  /** How many connections broke for what they were sent. */
  cuts = 0
  #target: number
  #isRefusing = false
  #cuts: { text: string; moment: Moment } | undefined
  readonly #open = new Set<{ caller: Socket; onward: Socket }>()
  readonly #server = createServer((caller) => this.#carry(caller))

  constructor(target: number) {
    this.#target = target
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.port = (this.#server.address() as AddressInfo).port
  }

  stop(): void {
    this.#server.close()
    for (const { caller, onward } of this.#open) for (const socket of [caller, onward]) socket.destroy()
  }

  /** The same place by this address. */
  through(url: string): string {
    const through = new URL(url)
    through.hostname = '127.0.0.1'
    through.port = String(this.port)
    return through.href
  }

  /** Connections that are there stay where they lead. */
  leadTo(target: number): void {
    this.#target = target
  }

  /** Connections that are there stay and carry nothing any more. */
  freeze(): void {
    for (const { caller, onward } of this.#open) {
      caller.removeAllListeners('data').pause()
      onward.removeAllListeners('data').pause()
    }
  }

  refuse(isRefusing: boolean): void {
    this.#isRefusing = isRefusing
  }

  /** From now on a connection breaks that is sent this text; without one none does. */
  cutAt(text?: string, moment: Moment = 'unsent'): void {
    this.#cuts = text === undefined ? undefined : { text, moment }
  }

  #carry(caller: Socket): void {
    if (this.#isRefusing) return void caller.destroy()
    const onward = connect(this.#target, '127.0.0.1')
    const pair = { caller, onward }
    this.#open.add(pair)
    let isOver = false
    for (const socket of [caller, onward]) {
      socket.on('error', () => {})
      socket.once('close', () => {
        this.#open.delete(pair)
        caller.destroy()
        onward.destroy()
      })
    }
    caller.on('data', (bytes) => {
      const cut = this.#cuts && bytes.includes(this.#cuts.text) ? this.#cuts.moment : undefined
      if (cut) this.cuts++
      if (cut === 'unsent') return void caller.destroy()
      if (cut === 'unanswered') isOver = true
      onward.write(bytes)
    })
    onward.on('data', (bytes) => {
      if (isOver) caller.destroy()
      else caller.write(bytes)
    })
  }
}
