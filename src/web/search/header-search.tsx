import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import { useSession } from '../lib/session.ts'
import { loadCode } from '../lib/retry.ts'
import { takeBack } from '../lib/navigation-history.ts'
import { classNames } from '../ui/class-names.ts'
import { IconSearch, IconX } from '../ui/icons.tsx'
import styles from './header-search.module.css'
import { usePlace } from './place.ts'
import { forgetRecent, noteRecent, type Recent } from './recent.ts'

/** What the address of a thing names: the palette keeps those that were opened. */
const NAMES_A_THING = /^\/(projecthome|roomitems|edititem)\?(projectID|roomID|itemID)=\d+/

const loadHits = async () => ({ default: (await loadCode(() => import('./palette-hits.tsx'))).PaletteHits })
const PaletteHits = lazy(loadHits)

const HITS_ID = 'palette-hits'
const LONGEST_QUERY = 200

/** Set by the palette, which is there as soon as the buttons are. */
let openPalette = () => {}

/**
 * On a phone, where the palette fills the screen, Back closes it. The entry in the history that this takes is none of the
 * router's: it would load the page below anew, and ask about what is unsaved there.
 */
const MARK = 'palette'
const isAtEntry = (): boolean => (history.state as Record<string, unknown> | null)?.[MARK] === true
const pushEntry = (): void => {
  const state = history.state as { idx?: number } | null
  history.pushState({ ...state, idx: (state?.idx ?? 0) + 1, [MARK]: true }, '')
}
const leaveEntry = (): Promise<void> =>
  new Promise((resolve) => {
    if (!isAtEntry()) return resolve()
    takeBack((event) => {
      event.stopImmediatePropagation()
      takeBack(undefined)
      resolve()
    })
    history.back()
  })

/** Waits for an element of a screen that has just been opened; not once its user went on to something else there. */
const whenThere = (selector: string, found: (element: HTMLElement) => void): (() => void) => {
  const stop = () => {
    observer.disconnect()
    for (const event of GOES_ON) removeEventListener(event, stop)
  }
  const look = () => {
    const element = document.querySelector<HTMLElement>(selector)
    if (!element) return
    stop()
    // After the frame has given the focus to the heading.
    setTimeout(() => found(element))
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true })
  for (const event of GOES_ON) addEventListener(event, stop)
  look()
  return stop
}
const GOES_ON = ['keydown', 'pointerdown'] as const

const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Whether a key opens the search: Ctrl or Cmd and K anywhere, / where nobody types. */
const opensSearch = (event: KeyboardEvent): boolean => {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && !altKey && !shiftKey
  return key === '/' && !altKey && !takesText(event.target)
}

const SearchButton = ({ inMenu }: { inMenu: boolean }) => (
  <button
    type="button"
    className={classNames(styles.button, !inMenu && styles.inBar)}
    aria-haspopup="dialog"
    aria-keyshortcuts="/ Control+K Meta+K"
    onClick={() => openPalette()}
  >
    <IconSearch aria-hidden="true" />
    <span className={styles.word}>Search</span>
    <span aria-hidden="true" className={styles.key} data-key="/" />
  </button>
)

/** The search of the header: in its menu, or beside it where that is shut. The palette belongs to the latter. */
export const HeaderSearch = ({ inMenu = false }: { inMenu?: boolean }) =>
  inMenu ? (
    <SearchButton inMenu />
  ) : (
    <>
      <SearchButton inMenu={false} />
      <Palette />
    </>
  )

/** Keeps what is opened; what an address names and is not there, or not theirs, is not kept any more. */
const useNoteRecent = (user: string, recent: Recent | undefined): void => {
  const { pathname, search } = useLocation()
  const here = pathname + search
  // By its words, for each load answers them anew.
  const words = recent && JSON.stringify(recent)
  useEffect(() => {
    if (user === '') return
    if (words !== undefined) noteRecent(user, JSON.parse(words) as Recent)
    else if (NAMES_A_THING.test(here)) forgetRecent(user, here)
  }, [user, words, here])
}

interface FieldProps {
  ref: RefObject<HTMLInputElement | null>
  query: string
  onQuery: (query: string) => void
  /** The hit that keys are for, by the id of its cell. */
  active: string | undefined
  onKey: (event: KeyboardEvent) => void
  onCancel: () => void
}

const Field = ({ ref, query, onQuery, active, onKey, onCancel }: FieldProps) => (
  <div className={styles.field}>
    <IconSearch aria-hidden="true" />
    <input
      ref={ref}
      role="combobox"
      aria-label="Search"
      aria-expanded={active !== undefined}
      aria-haspopup="grid"
      aria-autocomplete="list"
      aria-controls={active === undefined ? undefined : HITS_ID}
      aria-activedescendant={active}
      placeholder="Search rooms, items, files"
      maxLength={LONGEST_QUERY}
      autoComplete="off"
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="go"
      dir="auto"
      value={query}
      onChange={(event) => onQuery(event.target.value)}
      onKeyDown={({ nativeEvent }) => onKey(nativeEvent)}
    />
    {query !== '' && (
      <button
        type="button"
        className={styles.clear}
        aria-label="Clear"
        onClick={() => {
          onQuery('')
          ref.current?.focus()
        }}
      >
        <IconX aria-hidden="true" />
      </button>
    )}
    <button type="button" className={styles.cancel} onClick={onCancel}>
      Cancel
    </button>
  </div>
)

const Palette = () => {
  const user = useSession()?.user ?? ''
  const place = usePlace()
  useNoteRecent(user, place.recent)
  const { key } = useLocation()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const [active, setActive] = useState<string>()
  /** Enter was pressed before there was anything to open. */
  const [entered, setEntered] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const listener = useRef<(event: KeyboardEvent) => void>(undefined)
  const listen = useCallback((onKey: ((event: KeyboardEvent) => void) | undefined) => {
    listener.current = onKey
  }, [])
  const copiesNext = useRef(false)

  const show = () => {
    if (open || document.querySelector('dialog[open]')) return
    setEntered(false)
    // Within the press, for only then do phones bring up the keyboard.
    flushSync(() => setOpen(true))
    if (dialog.current?.offsetWidth !== innerWidth) return
    pushEntry()
    takeBack((event) => {
      event.stopImmediatePropagation()
      takeBack(undefined)
      setOpen(false)
      setQuery('')
    })
  }
  const hide = (): Promise<void> => {
    setOpen(false)
    setQuery('')
    return leaveEntry()
  }
  /** Opened by a key, an item has the focus where its first value is copied. */
  const choose = async (to: string, byKey: boolean) => {
    await hide()
    copiesNext.current = byKey
    await navigate(to)
  }

  const onDocumentKey = useEffectEvent((event: KeyboardEvent) => {
    if (!opensSearch(event) || document.querySelector('dialog[open]')) return
    event.preventDefault()
    show()
  })
  // With the buttons, not after: who sees one may press it.
  useLayoutEffect(() => {
    openPalette = show
  })
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => onDocumentKey(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  useEffect(() => {
    // So that the first tap need not wait for it.
    loadHits().catch(console.warn)
  }, [])

  useEffect(() => {
    if (!copiesNext.current) return
    copiesNext.current = false
    return whenThere('main [data-copies]', (button) => button.focus())
  }, [key])

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element || !open) return
    element.showModal()
    input.current?.focus()
    return () => element.close()
  }, [open])

  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label="Search"
      onCancel={(event) => {
        event.preventDefault()
        void hide()
      }}
      onClose={(event) => {
        // Pressed twice, Escape closes whatever `cancel` says.
        if (open && !event.currentTarget.open) void hide()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) void hide()
      }}
    >
      {open && (
        <>
          <Field
            ref={input}
            query={query}
            onQuery={(typed) => {
              setEntered(false)
              setQuery(typed)
            }}
            active={active}
            onKey={(event) => {
              if (listener.current) listener.current(event)
              else if (event.key === 'Enter') setEntered(true)
            }}
            onCancel={() => void hide()}
          />
          <Suspense fallback={<div className={styles.rest} />}>
            <PaletteHits
              id={HITS_ID}
              query={query}
              user={user}
              place={place}
              entered={entered}
              onEntered={setEntered}
              listen={listen}
              onActive={setActive}
              onChoose={(to, byKey) => void choose(to, byKey)}
            />
          </Suspense>
        </>
      )}
    </dialog>
  )
}
