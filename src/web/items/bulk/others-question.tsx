import { Suspense, useEffect, useState } from 'react'
import { leaveOthers } from '../../../shared/items/bulk/linked-copies.api.ts'
import { call } from '../../lib/call.ts'
import { tellFailure } from '../../attachments/tell-failure.ts'
import { Button } from '../../ui/button.tsx'
import { later } from '../../ui/lazy-component.tsx'
import { Message, MessageActions } from '../../ui/message.tsx'
import { countOf, stillHold, type Offered } from './find-others.ts'
import { leaveThem, namedOthers, saysOf } from './named-others.ts'

const ChangeOthers = later(async () => (await import('./change-others.tsx')).ChangeOthers, 'Change Others')

interface QuestionProps {
  found: Offered
  /** The question may have been answered. */
  onAnswer: () => void
}

/** The focused button was removed. */
const goToHeading = () => {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading || document.activeElement !== document.body) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** Stays on a changed item until the user decides what happens to its linked copies. */
export const OthersQuestion = ({ found, onAnswer }: QuestionProps) => {
  const [busy, setBusy] = useState(false)
  useEffect(() => goToHeading, [])
  const leave = async () => {
    setBusy(true)
    try {
      await call(leaveOthers, { body: { eventID: found.eventID } })
      onAnswer()
    } catch (error) {
      tellFailure(error, 'Unable to save your answer')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Message kind="info" isNote>
      <p>
        You changed {found.changed.map(saysOf).join(' · ')}. {stillHold(found)}.
      </p>
      <MessageActions>
        <ChangeButton found={found} onAnswer={onAnswer} />
        <Button small busy={busy} onClick={() => void leave()}>
          {leaveThem(countOf(found))}
        </Button>
      </MessageActions>
    </Message>
  )
}

/** Opens the list of linked copies. */
export const ChangeButton = ({ found, onAnswer }: QuestionProps) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        {namedOthers(countOf(found))}
      </Button>
      {open && (
        <Suspense>
          <ChangeOthers
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
