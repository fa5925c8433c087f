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
      console.error(error)
      return { default: () => <Message kind="error">{`Couldn’t load ${name}. Please reload the page.`}</Message> }
    }
  })
