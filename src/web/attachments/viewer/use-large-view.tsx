import { Suspense, useRef, type ReactNode } from 'react'
import { useLocation, useNavigate, type Location } from 'react-router'
import type { Attachment } from '../../../shared/items/items.api.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { fileKind } from '../../lib/file-kind.ts'

const LargeView = lazyComponent(async () => (await import('./large-view.tsx')).LargeView, 'The picture')

/** The state of the history entry that opened the large view: Back closes it. */
interface Remembered {
  openedLarge?: true
}

/** The large view of an item's pictures: the address names the open one, so that Back closes it. Render `largeView` anywhere. */
export const useLargeView = (
  itemID: number,
  attachments: readonly Attachment[],
): { pictures: readonly Attachment[]; openLarge: (remote: string) => void; largeView: ReactNode } => {
  const navigate = useNavigate()
  const { search, hash, state, key } = useLocation() as Location<Remembered | null>
  const closed = useRef<string>(undefined)
  const pictures = attachments.filter(({ type }) => fileKind(type) === 'image')
  const hashOf = (remote: string) => `#picture=${itemID}.${remote}`
  const opened = hash === '' ? -1 : pictures.findIndex(({ remote }) => hashOf(remote) === hash)
  const openLarge = (remote: string) =>
    void navigate(
      { search, hash: hashOf(remote) },
      { preventScrollReset: true, state: { ...state, openedLarge: true } satisfies Remembered },
    )
  const close = () => {
    // Going back takes a moment, in which Escape and a click may both close.
    if (closed.current === key) return
    closed.current = key
    if (state?.openedLarge) void navigate(-1)
    else void navigate({ search }, { replace: true, preventScrollReset: true, state })
  }
  return {
    pictures,
    openLarge,
    largeView: opened >= 0 && (
      <Suspense>
        <LargeView pictures={pictures} first={opened} onClose={close} />
      </Suspense>
    ),
  }
}
