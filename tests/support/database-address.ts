import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** When a connection breaks: before the server gets the statement, or after it has answered it. */
type Moment = 'unsent' | 'unanswered'

/** A forwarded address of a PostgreSQL server, which can change its target and break connections. */
export class DatabaseAddress {
  port = 0
  /** The number of connections broken because of a sent text. */
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

  /** The same server by this address. */
  through(url: string): string {
    const through = new URL(url)
    through.hostname = '127.0.0.1'
    through.port = String(this.port)
    return through.href
  }

  /** Forwards new connections to another port; existing ones keep their target. */
  leadTo(target: number): void {
    this.#target = target
  }

  /** Existing connections stay open but carry nothing. */
  freeze(): void {
    for (const { caller, onward } of this.#open) {
      caller.removeAllListeners('data').pause()
      onward.removeAllListeners('data').pause()
    }
  }

  refuse(isRefusing: boolean): void {
    this.#isRefusing = isRefusing
  }

  /** Breaks connections that send this text from now on; without one, none. */
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
