import { useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { leaveView } from './leave-view.ts'
import styles from './read-only.module.css'

const theBar = (): Element | null => document.querySelector('header > div')
/** It comes with the page and stays. */
const neverChanges = () => () => {}

/** Stands in the header in place of the navigation: what a read-only link shows leads nowhere else. */
export const ReadOnly = () => {
  const bar = useSyncExternalStore(neverChanges, theBar)
  useEffect(() => {
    delete document.documentElement.dataset.leftView
    document.documentElement.dataset.view = ''
    return leaveView
  }, [])
  return bar && createPortal(<span className={styles.readOnly}>Read only</span>, bar)
}
