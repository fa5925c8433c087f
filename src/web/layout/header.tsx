import { IconMenu2, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { useLogOut } from '../auth/log-out.ts'
import { useSession } from '../auth/session.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './header.module.css'
import { Logo } from './logo.tsx'
import { currentOf, entriesFor } from './navigation.ts'

const MENU_ID = 'menu'

export const Header = () => {
  const session = useSession()
  const logOut = useLogOut()
  const { key, pathname } = useLocation()
  // The menu is open for the place where it was opened, so that going anywhere closes it.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === key
  const header = useRef<HTMLElement>(null)
  const burger = useRef<HTMLButtonElement>(null)

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
    <header ref={header} className={styles.header}>
      <div className={styles.bar}>
        <Link to={paths.home()} aria-label="Roomfolio, Home" className={styles.brand}>
          <Logo />
          <span>Roomfolio</span>
        </Link>
        <nav aria-label="Main" className={styles.nav}>
          <button
            ref={burger}
            type="button"
            className={styles.burger}
            aria-label="Menu"
            aria-expanded={open}
            aria-controls={MENU_ID}
            onClick={() => setOpenAt(open ? null : key)}
          >
            {open ? <IconX aria-hidden="true" /> : <IconMenu2 aria-hidden="true" />}
          </button>
          <ul id={MENU_ID} className={classNames(styles.menu, open && styles.open)}>
            {entriesFor(session).map((entry) => (
              <li key={entry.to} className={entry.end && styles.end}>
                <Link
                  to={entry.to}
                  aria-current={currentOf(entry, pathname)}
                  className={classNames(styles.link, entry.filled && styles.filled)}
                  onClick={() => setOpenAt(null)}
                >
                  {entry.name}
                </Link>
              </li>
            ))}
            {session && (
              <li className={styles.end}>
                <button type="button" className={styles.link} onClick={logOut}>
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
