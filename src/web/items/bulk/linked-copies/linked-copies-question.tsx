import { Suspense, useEffect, useState } from 'react'
import { leaveLinkedCopies } from '../../../../shared/items/bulk/linked-copies.api.ts'
import { call } from '../../../lib/call.ts'
import { focusHeading } from '../../../lib/focus/focus-heading.ts'
import { toastFailure } from '../../../lib/toast-failure.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { Message, MessageActions } from '../../../ui/message.tsx'
import { countOf, countSentence, type LinkedCopiesOffer } from './find-linked-copies.ts'
import { leaveThem, changeLabel, changeInWords } from './linked-copies-words.ts'

const ChangeLinkedCopies = lazyComponent(
  async () => (await import('./change-linked-copies.tsx')).ChangeLinkedCopies,
  'Change Others',
)

interface QuestionProps {
  found: LinkedCopiesOffer
  /** The question may have been answered. */
  onAnswer: () => void
}

/** The focused button was removed. */
const goToHeading = () => {
  if (document.activeElement === document.body) focusHeading()
}

/** Stays on a changed item until the user decides what happens to its linked copies. */
export const LinkedCopiesQuestion = ({ found, onAnswer }: QuestionProps) => {
  const [busy, setBusy] = useState(false)
  useEffect(() => goToHeading, [])
  const leave = async () => {
    setBusy(true)
    try {
      await call(leaveLinkedCopies, { body: { eventID: found.eventID } })
      onAnswer()
    } catch (error) {
      toastFailure(error, 'Unable to save your answer')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Message kind="info" isNote>
      <p>
        You changed {found.changed.map(changeInWords).join(' · ')}. {countSentence(found)}.
      </p>
      <MessageActions>
        <ChangeCopiesButton found={found} onAnswer={onAnswer} />
        <Button small busy={busy} onClick={() => void leave()}>
          {leaveThem(countOf(found))}
        </Button>
      </MessageActions>
    </Message>
  )
}

/** Opens the list of linked copies. */
export const ChangeCopiesButton = ({ found, onAnswer }: QuestionProps) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        {changeLabel(countOf(found))}
      </Button>
      {open && (
        <Suspense>
          <ChangeLinkedCopies
            found={found}
            onClose={() => {
              setOpen(false)
              onAnswer()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
