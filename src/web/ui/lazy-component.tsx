import { CancelledError } from '@tanstack/react-query'
import { lazy, type ComponentType } from 'react'
import { loadCode } from '../lib/load-code.ts'
import { retryUntilOnline } from '../lib/query-client.ts'
import { Message } from './message.tsx'

/**
 * A component whose code loads when it is first rendered, for use inside `Suspense`. Loading retries while offline. If it still
 * fails, for example after an upgrade, the error appears in its place, so the screen keeps what was typed.
 */
export const lazyComponent = <Props extends object>(load: () => Promise<ComponentType<Props>>, name: string) =>
  lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await retryUntilOnline(() => loadCode(load)) }
    } catch (error) {
      // The end of the session cancels all loads; code is not of the session.
      if (error instanceof CancelledError) return { default: await load() }
      console.error(error)
      return { default: () => <Message kind="error">{`Couldn’t load ${name}. Please reload the page.`}</Message> }
    }
  })
