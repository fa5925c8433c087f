import { useEffect, useMemo, useRef, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { useConnection } from '../../lib/query-client.ts'
import { LoginOutlet } from '../../identity/login/login-outlet.tsx'
import { FrameSlots } from '../../ui/page/frame-slots.ts'
import { JumpLink } from '../../ui/page/jump-link.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { LeaveGuard } from '../../ui/forms/leave-guard.tsx'
import { ThemeSelect } from '../../ui/theme/theme-select.tsx'
import { ToastOutlet } from '../../ui/toasts/toast-outlet.tsx'
import { focusHeading } from '../../lib/focus/focus-heading.ts'
import { scrollKeyOf } from '../../lib/navigation-history.ts'
import { PUBLIC_PATH } from '../../lib/public-path.ts'
import { ConnectionLine } from './connection-line.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './frame.module.css'
import { Header } from './header.tsx'

const MAIN_ID = 'main'
/** Quicker loads show no spinner. */
const PATIENCE_MS = 200

/** Whether another page has been loading for longer than anybody waits without a sign. */
const useSlowNavigation = (): boolean => {
  const here = useLocation()
  const next = useNavigation().location
  const leaving = next !== undefined && next.pathname !== PUBLIC_PATH + here.pathname
  const connection = useConnection()
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!leaving) return
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [leaving])
  // What is shown stays while nobody answers.
  return leaving && slow && connection === 'fine'
}

/**
 * Reading goes on at the heading of a new screen, or at the part that the address names, unless the screen itself put the
 * focus somewhere.
 */
const useFocusOnHeading = () => {
  const main = useRef<HTMLElement>(null)
  const { key, hash } = useLocation()
  const shown = useRef(key)
  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    if (!main.current) return
    const named = document.getElementById(hash.slice(1))
    const focused = document.activeElement
    if (!named && focused !== main.current && main.current.contains(focused)) return
    focusHeading(named ?? undefined)
  }, [key, hash])
  return main
}

/** What surrounds every screen. */
export const Frame = () => {
  const main = useFocusOnHeading()
  const slow = useSlowNavigation()
  const [header, setHeader] = useState<Element | null>(null)
  const [footer, setFooter] = useState<Element | null>(null)
  const slots = useMemo(() => ({ header, footer }), [header, footer])
  return (
    <>
      <JumpLink to={MAIN_ID} className={styles.skip}>
        Skip to content
      </JumpLink>
      <Header bar={setHeader} />
      <ConnectionLine />
      <main ref={main} id={MAIN_ID} tabIndex={-1} className={styles.main}>
        {slow && <Spinner now />}
        <div hidden={slow} className={classNames('column shrink', styles.content)}>
          <FrameSlots value={slots}>
            <Outlet />
          </FrameSlots>
        </div>
      </main>
      <footer className={classNames('faint small rule-top', styles.footer)}>
        <div ref={setFooter} className={classNames('row wrap between gap-12', styles.footerBar)}>
          <span className={styles.name}>Roomfolio. Every finish, fixture and warranty, room by room.</span>
          <ThemeSelect />
        </div>
      </footer>
      <LoginOutlet />
      <ToastOutlet />
      <LeaveGuard />
      <ScrollRestoration getKey={scrollKeyOf} />
    </>
  )
}
