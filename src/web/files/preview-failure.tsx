import { useState, type ReactNode } from 'react'
import type { Attachment } from '../../shared/items.ts'
import styles from './previewer.module.css'
import { isAvailable } from './stored-file.ts'

/** In the place of what cannot be shown. */
export const CannotShow = ({ children }: { children: ReactNode }) => (
  <p role="alert" className={styles.failure}>
    {children}
  </p>
)

const DAMAGED = 'This file cannot be shown. It may be damaged.'

/** What is said of a file that cannot be shown: that it is not to be had, or that its bytes are at fault. */
export const usePreviewFailure = (attachment: Attachment) => {
  const [failure, setFailure] = useState<string>()
  const fail = async (words = DAMAGED) =>
    setFailure((await isAvailable(attachment)) ? words : `Unable to download "${attachment.name}"`)
  return { failure, fail: (words?: string) => void fail(words) }
}
