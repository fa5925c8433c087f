import { pdfjs } from 'react-pdf'

/** Fetches only the ranges that pdf.js requests. Given an address, pdf.js would start with the whole file. */
export class PDFRanges extends pdfjs.PDFDataRangeTransport {
  readonly #address: string
  readonly #onFailure: (error: unknown) => void
  readonly #ending = new AbortController()

  constructor(address: string, bytes: number, onFailure: (error: unknown) => void) {
    super(bytes, null)
    this.#address = address
    this.#onFailure = onFailure
  }

  override requestDataRange(begin: number, end: number): void {
    this.#fetch(begin, end).catch((error: unknown) => {
      if (!this.#ending.signal.aborted) this.#onFailure(error)
    })
  }

  override abort(): void {
    this.#ending.abort()
  }

  async #fetch(begin: number, end: number): Promise<void> {
    const { signal } = this.#ending
    const answer = await fetch(this.#address, { headers: { Range: `bytes=${begin}-${end - 1}` }, signal })
    if (answer.status !== 206) throw new Error(`${this.#address} answered ${answer.status} to a range`)
    this.onDataRange(begin, new Uint8Array(await answer.arrayBuffer()))
  }
}
