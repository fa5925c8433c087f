import { isUnavailable } from '../../http/app-error.ts'

interface Answer {
  name: string
  $metadata: { httpStatusCode?: number }
}

const isAnswer = (error: unknown): error is Answer => error instanceof Error && '$metadata' in error

/**
 * A sentence for the operator if a bucket refuses these settings; undefined for errors that may pass. Uses names and statuses
 * only, because some servers omit the message.
 */
export const refusalOf = (error: unknown): string | undefined => {
  if (!isUnavailable(error) || !(error instanceof Error) || !isAnswer(error.cause)) return undefined
  const { name, $metadata } = error.cause
  const status = $metadata.httpStatusCode ?? 500
  if (name === 'RequestTimeTooSkewed')
    return `Its clock differs from this machine’s (${name}). Correct the clock of this machine.`
  if (name === 'InvalidAccessKeyId') return `It does not know this key (${name}). Correct S3_ACCESS_KEY_ID.`
  if (name === 'SignatureDoesNotMatch') return `The secret is wrong (${name}). Correct S3_SECRET_ACCESS_KEY.`
  if (name === 'NoSuchBucket')
    return `There is no such bucket (${name}). Create it, or correct S3_BUCKET and S3_ENDPOINT.`
  if (status === 401 || status === 403) {
    return (
      `It refuses the key (${name}). Is S3_ACCESS_KEY_ID right, and may it list the bucket and get, put and ` +
      'delete its objects?'
    )
  }
  // 429 and 408 may pass.
  if (status < 500 && status !== 429 && status !== 408 && status !== 404)
    return `It refuses the request (${name}, ${status}). Are S3_ENDPOINT and S3_REGION right?`
  return undefined
}
