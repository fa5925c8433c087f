import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { sentence } from '../../lib/errors.ts'
import { Button } from '../../ui/button.tsx'
import { FormFooter } from '../../ui/forms/form-footer.tsx'
import { Message } from '../../ui/message.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../lib/toasts.ts'
import { useUndoEvent } from '../../history/use-undo-event.ts'
import { useUnsavedGuard } from '../../lib/forms/unsaved-guard.ts'

interface OrderCardProps {
  /** Such as 'Rooms'. */
  what: string
  changed: boolean
  /** The default order, and whether it is the current one. */
  defaultOrder: { name: string; isCurrent: boolean; sort: () => void }
  save: () => Promise<{ eventID: number | null; message: string }>
  onEnd: () => void
  children: ReactNode
}

/** The frame around a reorderable list: instructions and a Done button, which saves. */
export const OrderCard = ({ what, changed, defaultOrder, save, onEnd, children }: OrderCardProps) => {
  const [busy, setBusy] = useState(false)
  const [saved, setSaved] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { revalidate } = useRevalidator()
  const undoOf = useUndoEvent()
  useUnsavedGuard(changed && !saved)
  const sheet = useRef<HTMLDivElement>(null)
  useEffect(() => sheet.current?.querySelector<HTMLElement>('li button')?.focus(), [])
  const unable = (error: unknown) =>
    sentence(error, { 404: `${what} no longer exist`, other: `Unable to reorder ${what.toLowerCase()}` })

  const done = async () => {
    if (!changed) return onEnd()
    setBusy(true)
    try {
      const { eventID, message } = await save()
      setSaved(true)
      await revalidate()
      toast({ kind: 'success', text: message, action: undoOf(eventID) })
      onEnd()
    } catch (error) {
      setFailure(unable(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div ref={sheet} className="mt-16">
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      <Card>
        <div className="row wrap between gap-16 tight line">
          <p className="muted">Drag to reorder. On a keyboard, press Space, then use the arrow keys.</p>
          <Button
            kind="quiet"
            small
            incomplete={defaultOrder.isCurrent}
            onClick={() => !defaultOrder.isCurrent && defaultOrder.sort()}
          >
            {defaultOrder.name}
          </Button>
        </div>
        <div>{children}</div>
        <FormFooter sticky>
          <Button kind="primary" busy={busy} onClick={() => void done()}>
            Done
          </Button>
          <Button kind="quiet" onClick={onEnd}>
            Cancel
          </Button>
        </FormFooter>
      </Card>
    </div>
  )
}
