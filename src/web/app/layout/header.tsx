import { Fragment, useEffect, useRef, useState, type ReactNode, type Ref } from 'react'
import { Link, useLocation } from 'react-router'
import { PAGES } from '../../../shared/contract/pages.ts'
import { paths } from '../../lib/paths.ts'
import { useLogOut } from '../../identity/login/log-out.ts'
import { useSession } from '../../lib/session.ts'
import { knowsVisitor } from '../../lib/prerendered.ts'
import { LinkButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconHelp, IconMenu2, IconX } from '../../ui/icons.tsx'
import styles from './header.module.css'
import { topicOf } from './help-topic.ts'
import { Logo } from './logo.tsx'
import { mayOpen } from '../../lib/guard.ts'
import { anonymous, currentOf, entriesFor } from './navigation.ts'

const MENU_ID = 'menu'

interface Search {
  inBar: ReactNode
  inMenu: ReactNode
}

/**
 * The search, for who may search alone. It comes to both of its places at once, so that no button is seen before its keys
 * are heard. Where it can't be loaded there is none, and everything else is as ever.
 */
const useSearch = (maySearch: boolean): Search | undefined => {
  const [search, setSearch] = useState<Search>()
  useEffect(() => {
    if (!maySearch) return
    import('../../search/header-search.tsx').then(
      ({ HeaderSearch }) => setSearch({ inBar: <HeaderSearch />, inMenu: <HeaderSearch inMenu /> }),
      console.warn,
    )
  }, [maySearch])
  return maySearch ? search : undefined
}

/** `bar` receives the element around its content. */
export const Header = ({ bar }: { bar: Ref<HTMLDivElement> }) => {
  const session = useSession()
  const logOut = useLogOut()
  const { key, pathname, search: query } = useLocation()
  const topic = session ? topicOf(pathname, query) : undefined
  // The menu is open for the place where it was opened, so that going anywhere closes it.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === key
  const header = useRef<HTMLElement>(null)
  const burger = useRef<HTMLButtonElement>(null)
  const search = useSearch(mayOpen(session ?? null, PAGES.find))

  useEffect(() => {
    if (session !== undefined) knowsVisitor()
  }, [session])

  useEffect(() => {
    if (!open) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpenAt(null)
      burger.current?.focus()
    }
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !header.current?.contains(event.target)) setOpenAt(null)
    }
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('pointerdown', onPointerDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('pointerdown', onPointerDown)
    }
  }, [open])

  return (
    <header ref={header} className={classNames('relative rule-bottom', styles.header)}>
      <div ref={bar} className={classNames('row', styles.bar)}>
        <Link
          to={paths.home()}
          aria-label="Roomfolio, Home"
          className={classNames('inline-row fixed plain min-44 gap-8', styles.brand)}
        >
          <Logo />
          <span>Roomfolio</span>
        </Link>
        <nav aria-label="Main" className={classNames('flex grow', styles.nav)}>
          {search?.inBar}
          <button
            ref={burger}
            type="button"
            className={classNames('muted round hover-sunken', styles.burger)}
            aria-label="Menu"
            aria-expanded={open}
            aria-controls={MENU_ID}
            onClick={() => setOpenAt(open ? null : key)}
          >
            {open ? <IconX aria-hidden="true" /> : <IconMenu2 aria-hidden="true" />}
          </button>
          <ul id={MENU_ID} className={classNames('flex grow', styles.menu, open && styles.open)}>
            {entriesFor(session).map((entry) => (
              <Fragment key={entry.to}>
                {search && entry.end && <li className={classNames(styles.end, styles.search)}>{search.inMenu}</li>}
                {topic !== undefined && entry.end && (
                  <li className={styles.end}>
                    <Link
                      to={paths.helpTopic(topic)}
                      title="Help with This Page"
                      className={classNames('tab', styles.help)}
                    >
                      <IconHelp aria-hidden="true" />
                      <span className={styles.words}>Help with This Page</span>
                    </Link>
                  </li>
                )}
                <li
                  className={classNames(entry.end && styles.end, entry.filled && styles.filled)}
                  data-visitors={entry.isFor === anonymous || undefined}
                >
                  {entry.filled ? (
                    <LinkButton
                      kind="primary"
                      to={entry.to}
                      aria-current={currentOf(entry, pathname)}
                      onClick={() => setOpenAt(null)}
                    >
                      {entry.name}
                    </LinkButton>
                  ) : (
                    <Link
                      to={entry.to}
                      aria-current={currentOf(entry, pathname)}
                      className="tab"
                      onClick={() => setOpenAt(null)}
                    >
                      {entry.name}
                    </Link>
                  )}
                </li>
              </Fragment>
            ))}
            {session && (
              <li className={styles.end}>
                <button type="button" className="tab" onClick={logOut}>
                  Log Out
                </button>
              </li>
            )}
          </ul>
        </nav>
      </div>
    </header>
  )
}
