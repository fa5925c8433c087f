import { useEffect, useEffectEvent, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { displayName } from '../../../shared/attachments/file-name.ts'
import type { Gap } from '../../../shared/upkeep/handover-checklist.api.ts'
import { says } from '../../../shared/attachments/paper-names.ts'
import { UploadEntries } from '../../attachments/uploads/upload-entries.tsx'
import { isSettled } from '../../attachments/uploads/upload-queue.ts'
import { useUploads } from '../../attachments/uploads/use-uploads.ts'
import { Button } from '../../ui/button.tsx'
import { createIcon } from '../../ui/icons.tsx'
import { Message } from '../../ui/message.tsx'
import { toast } from '../../lib/toasts.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './gaps.module.css'
import { documentName } from './document-name.ts'

const IconFileUpload = createIcon(
  'M14 3v4a1 1 0 0 0 1 1h4M17 21H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h7l5 5v11a2 2 0 0 1-2 2m-5-10v6M9.5 13.5L12 11l2.5 2.5',
)

interface AddDocumentProps {
  gap: Gap
  what: 'manual' | 'receipt'
  onChanged: () => void
}

/** Uploads a missing manual or receipt to its item. The upload continues when the user leaves the page. */
export const AddDocument = ({ gap: { itemID, title }, what, onChanged }: AddDocumentProps) => {
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const { revalidate } = useRevalidator()
  const { uploads: all, refusal, add, retry, remove } = useUploads(itemID)
  const uploads = all.filter(({ file }) => says(what, file.name))
  const added = uploads.find(({ state }) => state === 'done')?.file.name
  const tell = useEffectEvent((name: string) => {
    toast({ kind: 'success', text: `Added "${displayName(name)}" to ${title}` })
    const { activeElement } = document
    // If the user has moved the focus, it stays there.
    if (activeElement === document.body || place.current?.contains(activeElement)) onChanged()
    void revalidate()
  })
  useEffect(() => {
    if (added !== undefined) tell(added)
  }, [added])
  const name = what === 'manual' ? 'Add Manual' : 'Add Receipt'
  return (
    <div ref={place} className={classNames('grid gap-8', styles.paper)}>
      <Button
        ref={button}
        small
        icon={<IconFileUpload />}
        busy={!uploads.every(isSettled)}
        aria-label={`${name}: ${title}`}
        onClick={() => input.current?.click()}
      >
        {name}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`${name} of ${title}`}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) add({ files: [new File([file], documentName(what, file.name), { type: file.type })], folders: [] })
        }}
      />
      {refusal && <Message kind="error">{refusal}</Message>}
      <UploadEntries {...{ uploads, retry, remove }} focusAfter={button} />
    </div>
  )
}
