import { useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { leaveLinkView } from './leave-link-view.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './read-only.module.css'

const theBar = (): Element | null => document.querySelector('header > div')
/** The value is part of the document and never changes. */
const neverChanges = () => () => {}

/** Replaces the header's navigation: a read-only link gives access to nothing else. */
export const ReadOnly = () => {
  const bar = useSyncExternalStore(neverChanges, theBar)
  useEffect(() => {
    delete document.documentElement.dataset.leftView
    document.documentElement.dataset.view = ''
    return leaveLinkView
  }, [])
  return (
    bar && createPortal(<span className={classNames('push small strong nowrap', styles.readOnly)}>Read only</span>, bar)
  )
}
