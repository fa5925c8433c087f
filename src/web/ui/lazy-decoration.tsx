import { lazy, Suspense, type ComponentType } from 'react'

/** A lazily loaded decoration; renders nothing if its code cannot be loaded. */
export const lazyDecoration = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => {
  const Late = lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await load() }
    } catch (error) {
      console.warn(error)
      return { default: () => null }
    }
  })
  return (props) => (
    <Suspense>
      <Late {...props} />
    </Suspense>
  )
}
