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
import { appState } from '../lib/app-state.ts'
import { useSession } from '../lib/session.ts'
import { focusing } from '../lib/focus/focus-target.ts'
import { isForInputMethod, letterOf } from '../lib/keys.ts'
import { loadCode } from '../lib/load-code.ts'
import { classNames } from '../ui/class-names.ts'
import { IconSearch, IconX } from '../ui/icons.tsx'
import { isDialogOpen, useOpenDialog } from '../lib/open-dialogs.ts'
import styles from './header-search.module.css'
import { usePlace } from './place.ts'
import { forgetRecent, noteRecent, type Recent } from './recent.ts'

/** Addresses of things that the palette remembers as recent. */
const NAMES_A_THING = /^\/(projecthome|roomitems|edititem)\?(projectID|roomID|itemID)=\d+/

const loadHits = async () => ({ default: (await loadCode(() => import('./palette-hits.tsx'))).PaletteHits })
const PaletteHits = lazy(loadHits)

const HITS_ID = 'palette-hits'
const LONGEST_QUERY = 200

/** Set by the palette, which mounts together with the buttons. */
const palette = appState(() => ({ open: () => {} }))

const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Whether a key opens the search: Ctrl or Cmd and K anywhere, / outside text fields. */
const opensSearch = (event: KeyboardEvent): boolean => {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  if (ctrlKey || metaKey) return letterOf(event) === 'k' && !altKey && !shiftKey
  return key === '/' && !altKey && !takesText(event.target)
}

const SearchButton = ({ inMenu }: { inMenu: boolean }) => (
  <button
    type="button"
    className={classNames('inline-row muted round gap-8 hover-sunken', styles.button, !inMenu && styles.inBar)}
    aria-haspopup="dialog"
    aria-keyshortcuts="/ Control+K Meta+K"
    onClick={() => palette().open()}
  >
    <IconSearch aria-hidden="true" />
    <span className="grow visually-hidden-1080">Search</span>
    <span aria-hidden="true" className={classNames('key', styles.key)} data-key="/" />
  </button>
)

/** The search of the header: in its menu, or beside it when the menu is collapsed. The palette belongs to the latter. */
export const HeaderSearch = ({ inMenu = false }: { inMenu?: boolean }) =>
  inMenu ? (
    <SearchButton inMenu />
  ) : (
    <>
      <SearchButton inMenu={false} />
      <Palette />
    </>
  )

/** Records an opened thing as recent, and forgets one that is gone or no longer accessible. */
const useNoteRecent = (user: string, recent: Recent | undefined): void => {
  const { pathname, search } = useLocation()
  const here = pathname + search
  // By value, because each load returns a new object.
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
  /** The cell id of the active hit. */
  active: string | undefined
  onKey: (event: KeyboardEvent) => void
  onCancel: () => void
}

const Field = ({ ref, query, onQuery, active, onKey, onCancel }: FieldProps) => (
  <div className={classNames('row fixed rule-bottom gap-12', styles.field)}>
    <IconSearch className="faint" aria-hidden="true" />
    <input
      ref={ref}
      className="grow"
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
      onKeyDown={({ nativeEvent }) => {
        if (!isForInputMethod(nativeEvent)) onKey(nativeEvent)
      }}
    />
    {query !== '' && (
      <button
        type="button"
        className="centered fixed muted round min-44 hover-sunken"
        aria-label="Clear"
        onClick={() => {
          onQuery('')
          ref.current?.focus()
        }}
      >
        <IconX aria-hidden="true" />
      </button>
    )}
    <button
      type="button"
      className={classNames('fixed primary strong round min-44 hover-sunken', styles.cancel)}
      onClick={onCancel}
    >
      Cancel
    </button>
  </div>
)

const Palette = () => {
  const user = useSession()?.user ?? ''
  const place = usePlace()
  useNoteRecent(user, place.recent)
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  /** As on phones, where Back closes it. */
  const [fillsScreen, setFillsScreen] = useState(false)
  const [query, setQuery] = useState('')
  const [active, setActive] = useState<string>()
  /** Enter was pressed before there were results. */
  const [enterPressed, setEnterPressed] = useState(false)
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const listener = useRef<(event: KeyboardEvent) => void>(undefined)
  const listen = useCallback((onKey: ((event: KeyboardEvent) => void) | undefined) => {
    listener.current = onKey
  }, [])

  const show = () => {
    if (isDialogOpen()) return
    setEnterPressed(false)
    // Synchronous: phones show the keyboard only within the user event.
    flushSync(() => setOpen(true))
    setFillsScreen(dialog.current?.offsetWidth === innerWidth)
  }
  const hide = () => {
    setOpen(false)
    setQuery('')
  }
  /** An item opened by keyboard gets the focus on its first copy button. */
  const choose = (to: string, byKey: boolean) => {
    hide()
    void navigate(to, byKey ? focusing('copy') : undefined)
  }

  const onDocumentKey = useEffectEvent((event: KeyboardEvent) => {
    if (!opensSearch(event) || isDialogOpen()) return
    event.preventDefault()
    show()
  })
  // A layout effect, because the buttons can be pressed as soon as they are visible.
  useLayoutEffect(() => {
    palette().open = show
  })
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => onDocumentKey(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  useEffect(() => {
    // Preloaded, so that the first tap does not wait.
    loadHits().catch(console.warn)
  }, [])

  useOpenDialog(open, fillsScreen ? hide : undefined)
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
      className={classNames('modal clip', styles.palette)}
      aria-label="Search"
      onCancel={(event) => {
        event.preventDefault()
        hide()
      }}
      onClose={(event) => {
        // A second Escape closes the dialog even if `cancel` was prevented.
        if (open && !event.currentTarget.open) hide()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) hide()
      }}
    >
      {open && (
        <>
          <Field
            ref={input}
            query={query}
            onQuery={(typed) => {
              setEnterPressed(false)
              setQuery(typed)
            }}
            active={active}
            onKey={(event) => {
              if (listener.current) listener.current(event)
              else if (event.key === 'Enter') setEnterPressed(true)
            }}
            onCancel={() => hide()}
          />
          <Suspense fallback={<div className={styles.rest} />}>
            <PaletteHits
              id={HITS_ID}
              dialog={dialog}
              query={query}
              user={user}
              place={place}
              enterPressed={enterPressed}
              onEntered={setEnterPressed}
              onKeyHandler={listen}
              onActive={setActive}
              onChoose={(to, byKey) => choose(to, byKey)}
            />
          </Suspense>
        </>
      )}
    </dialog>
  )
}
