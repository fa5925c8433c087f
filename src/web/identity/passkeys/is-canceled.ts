/** Whether the user closed the browser's dialog, or another request replaced this one. */
export const isCanceled = (error: unknown): boolean =>
  error instanceof Error && ['AbortError', 'NotAllowedError'].includes(error.name)
