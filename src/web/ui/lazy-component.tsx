import { lazy, type ComponentType } from 'react'
import { loadCode, retryUntilOnline } from '../lib/retry.ts'
import { Message } from './message.tsx'

/**
 * A part of a page whose code loads when it is first shown, to be put into a `Suspense`. It waits for a server to answer.
 * That it cannot be loaded even so, after an upgrade for example, is said in its place: it must not cost what was typed on
 * the screen.
 */
export const later = <Props extends object>(load: () => Promise<ComponentType<Props>>, name: string) =>
  lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await retryUntilOnline(() => loadCode(load)) }
    } catch (error) {
      console.error(error)
      return { default: () => <Message kind="error">{`${name} could not be loaded. Please reload the page.`}</Message> }
    }
  })
