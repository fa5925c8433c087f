import { useState } from 'react'
import { listPictures, type Picture as ChosenPicture } from '../../shared/projects/covers.api.ts'
import { call } from '../lib/call.ts'
import { toastFailure } from '../lib/toast-failure.ts'
import { Picture } from '../ui/files/picture.tsx'
import { Button } from '../ui/button.tsx'
import { FormSection } from '../ui/forms/form-section.tsx'
import { IconLayoutBoard } from '../ui/icons.tsx'
import { toast } from '../lib/toasts.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './cover-part.module.css'

interface CoverPartProps {
  /** The name of the room or project. */
  name: string
  /** Where to look for pictures. */
  within: { projectID: number; roomID?: number }
  cover: string | null
  /** Saves a picture as cover, null for the board, and returns the message. */
  onChoose: (remote: string | null) => Promise<{ message: string }>
}

/** Chooses the cover of a room or project from its pictures, which load on demand. */
export const CoverPart = ({ name, within, cover, onChoose }: CoverPartProps) => {
  const [chosen, setChosen] = useState(cover)
  const [pictures, setPictures] = useState<readonly ChosenPicture[]>()
  const [busy, setBusy] = useState(false)

  const open = async () => {
    setBusy(true)
    try {
      setPictures((await call(listPictures, { query: within })).pictures)
    } catch (error) {
      toastFailure(error, 'Unable to load pictures')
    }
    setBusy(false)
  }

  const choose = async (remote: string | null) => {
    if (busy || remote === chosen) return
    setBusy(true)
    try {
      const { message } = await onChoose(remote)
      setChosen(remote)
      toast({ kind: 'success', text: message })
    } catch (error) {
      toastFailure(error, `Unable to change the cover of "${name}"`)
    }
    setBusy(false)
  }

  return (
    <section aria-label="Cover" className="mt-40">
      <FormSection title="Cover" help="Use a photo, or the material board we build from your finishes.">
        {pictures === undefined ? (
          <div className={classNames('row gap-12', styles.now)}>
            {chosen !== null && <Picture key={chosen} file={{ remote: chosen }} version="thumbnail" />}
            <Button busy={busy} onClick={() => void open()}>
              Choose Cover
            </Button>
          </div>
        ) : (
          <>
            {pictures.length === 0 && <p>None of its items has a picture yet.</p>}
            <ul className="cells small-cells gap-12">
              <li>
                <button
                  type="button"
                  autoFocus
                  aria-pressed={chosen === null}
                  className={classNames('column full label frame surface selectable gap-8', styles.choice)}
                  onClick={() => void choose(null)}
                >
                  <span className="centered board faint">
                    <IconLayoutBoard aria-hidden="true" />
                  </span>
                  Material Board
                </button>
              </li>
              {pictures.map(({ remote, itemID, name: fileName, caption, title, roomName }) => (
                <li key={`${itemID} ${remote}`}>
                  <button
                    type="button"
                    aria-pressed={chosen === remote}
                    className={classNames('column full label frame surface selectable gap-8', styles.choice)}
                    onClick={() => void choose(remote)}
                  >
                    <Picture file={{ remote }} version="thumbnail" lazy />
                    <span>
                      {caption || fileName}{' '}
                      <span className="block faint small plaintext">
                        {within.roomID === undefined ? `${roomName}, ${title}` : title}
                      </span>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </FormSection>
    </section>
  )
}
