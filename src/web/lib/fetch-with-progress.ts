import type { CallRequest } from './call.ts'

/** `fetch` for a call, which tells what share of the body has been sent: of all that browsers have only this one knows. */
export const fetchWithProgress =
  (onProgress: (share: number) => void) =>
  async (address: string, { method, headers, body, signal }: CallRequest): Promise<Response> => {
    signal?.throwIfAborted()
    const request = new XMLHttpRequest()
    request.open(method, address)
    headers.forEach((value, name) => request.setRequestHeader(name, value))
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
    await new Promise<void>((resolve, reject) => {
      request.onload = () => resolve()
      request.onerror = () => reject(new TypeError('The request got no answer.'))
      request.onabort = () => reject(signal?.reason)
      signal?.addEventListener('abort', () => request.abort())
      request.send(body)
    })
    const { status, statusText, responseText } = request
    return new Response(responseText, { status, statusText, headers: headersOf(request) })
  }

const headersOf = (request: XMLHttpRequest): Headers => {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return headers
}
