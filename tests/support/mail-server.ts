import { EventEmitter, once } from 'node:events'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { freePort, untilNothingListens } from '../../scripts/lib/free-port.mjs'

export interface ReceivedMail extends Email {
  /** The recipients of the envelope, regardless of headers. */
  recipients: string[]
  /** The sender's login name, if any. */
  user: string | undefined
  /** The whole mail as received. */
  source: string
}

/** The link in a mail. */
export const linkIn = ({ text }: ReceivedMail): URL => new URL(/https?:\S+/.exec(text ?? '')?.[0] ?? '')

export const MAIL_USER = 'roomfolio'
export const MAIL_PASSWORD = 'p@ss/word:1'

/** A real SMTP server on a free port. It keeps its mails, and can misbehave. */
export class MailServer {
  readonly received: ReceivedMail[] = []
  #server: SMTPServer | undefined
  #port = 0
  #does: 'accept' | 'refuse' | 'refuse recipients' | 'hang' = 'accept'
  #refusal = { responseCode: 550, words: 'No such mailbox' }
  /** Mails that `waitForMail` has returned. */
  readonly #given = new Set<ReceivedMail>()
  #connections = 0
  readonly #events = new EventEmitter()

  static async start(): Promise<MailServer> {
    const server = new MailServer()
    await server.start()
    return server
  }

  /** SMTP_URL for it. */
  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`
  }

  /** The same with a name and a password, which it checks. */
  get urlWithPassword(): string {
    return `smtp://${MAIL_USER}:${encodeURIComponent(MAIL_PASSWORD)}@127.0.0.1:${this.#port}`
  }

  /** Later starts use the same port. */
  async start(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 1,
      onAuth: ({ username, password }, _session, done) => {
        const right = username === MAIL_USER && password === MAIL_PASSWORD
        done(right ? null : new Error('Wrong name or password'), { user: username })
      },
      onConnect: (_session, done) => {
        this.#connections++
        this.#events.emit('connection')
        if (this.#does !== 'hang') done()
      },
      onMailFrom: (_address, _session, done) => done(this.#does === 'refuse' ? new Error('Not today') : null),
      onRcptTo: (_address, _session, done) => {
        const { responseCode, words } = this.#refusal
        const refusal = Object.assign(new Error(words), { responseCode })
        done(this.#does === 'refuse recipients' ? refusal : null)
      },
      onData: (stream, { envelope: { rcptTo }, user }, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const recipients = rcptTo.map(({ address }) => address)
          void this.#keep(Buffer.concat(chunks), { recipients, user }).then(() => done())
        })
      },
    })
    // A sender that disconnects is no failure of this server.
    server.on('error', () => {})
    this.#port ||= await freePort()
    await once(server.listen(this.#port, '127.0.0.1'), 'listening')
    this.#server = server
  }

  /** Cuts all connections; none can be opened until it is started again. */
  async stop(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (!server) return
    await new Promise<void>((resolve) => server.close(resolve))
    await untilNothingListens(this.#port)
  }

  /** From now on mails are accepted or refused, or connections get no answer. */
  will(what: 'accept' | 'refuse' | 'refuse recipients' | 'hang'): void {
    this.#does = what
  }

  /** The answer to all recipients from now on. */
  refuseRecipients(responseCode: number, words: string): void {
    this.#refusal = { responseCode, words }
    this.#does = 'refuse recipients'
  }

  /** Resolves after this many connections since the start. */
  async waitForConnections(count: number): Promise<void> {
    while (this.#connections < count) await once(this.#events, 'connection')
  }

  /** The first mail to that address, with that part in its text, that no earlier wait returned; it may have arrived before. */
  async waitForMail(to: string, part = ''): Promise<ReceivedMail> {
    for (;;) {
      const isIt = (mail: ReceivedMail) => mail.recipients.includes(to) && Boolean(mail.text?.includes(part))
      const found = this.received.find((mail) => isIt(mail) && !this.#given.has(mail))
      if (found) {
        this.#given.add(found)
        return found
      }
      await once(this.#events, 'mail')
    }
  }

  async #keep(bytes: Buffer, sent: Pick<ReceivedMail, 'recipients' | 'user'>): Promise<void> {
    this.received.push({ ...(await PostalMime.parse(bytes)), ...sent, source: bytes.toString('utf8') })
    this.#events.emit('mail')
  }
}
