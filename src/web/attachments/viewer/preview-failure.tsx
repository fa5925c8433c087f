import { useState, type ReactNode } from 'react'
import type { Attachment } from '../../../shared/items/items.api.ts'
import { Button } from '../../ui/button.tsx'
import { IconDownload } from '../../ui/icons.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './previewer.module.css'
import { saveToDisk, unavailableReason } from '../save-to-disk.ts'

interface CannotShowProps {
  attachment: Attachment
  children: ReactNode
}

/** Shown in place of a file that cannot be previewed. */
export const CannotShow = ({ attachment, children }: CannotShowProps) => (
  <div className={classNames('grid justify-items-center muted text-center gap-24', styles.failure)}>
    <p role="alert">{children}</p>
    <Button icon={<IconDownload />} onClick={() => void saveToDisk(attachment)}>
      Download
    </Button>
  </div>
)

/** What a preview does not show of a file. */
export const PreviewNote = ({ children }: { children: ReactNode }) => (
  <p className={classNames('rule-bottom surface muted', styles.note)}>{children}</p>
)

const DAMAGED = 'This file can’t be shown. It may be damaged.'
export const PICTURE_NOT_SHOWN = 'This picture can’t be shown here. It may be too large or damaged.'

/** The message for a file that cannot be previewed: it is unavailable, or its content is invalid. */
export const usePreviewFailure = (attachment: Attachment) => {
  const [failed, setFailed] = useState<{ remote: string; words: string }>()
  const { remote } = attachment
  const fail = async (words = DAMAGED) => setFailed({ remote, words: (await unavailableReason(attachment)) ?? words })
  return {
    failure: failed?.remote === remote ? failed.words : undefined,
    fail: (words?: string) => void fail(words),
  }
}
