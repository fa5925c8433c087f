import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { leaveView } from './leave-view.ts'
import styles from './read-only.module.css'

/** Stands in the header in place of the navigation: what a read-only link shows leads nowhere else. */
export const ReadOnly = () => {
  const [bar, setBar] = useState<Element | null>(null)
  useEffect(() => {
    delete document.documentElement.dataset.leftView
    document.documentElement.dataset.view = ''
    setBar(document.querySelector('header > div'))
    return leaveView
  }, [])
  return bar && createPortal(<span className={styles.readOnly}>Read only</span>, bar)
}
