import type { KeptDraft } from '../lib/kept-draft.ts'
import { Button } from './button.tsx'
import { Message, MessageActions } from './message.tsx'

/** Says that text from before a reload was restored, or offers to restore it if the stored data has changed since. */
export const DraftNote = ({ draft }: { draft: KeptDraft | undefined }) =>
  draft && (
    <Message kind="info" isNote>
      <p>
        {draft.isRestored
          ? 'The text you entered before this page was reloaded is back. It is not saved yet.'
          : 'You entered text here that is not saved. What is saved has changed since.'}
      </p>
      <MessageActions>
        {!draft.isRestored && (
          <Button small onClick={draft.restore}>
            Restore Text
          </Button>
        )}
        <Button small onClick={draft.discard}>
          Discard Text
        </Button>
      </MessageActions>
    </Message>
  )
