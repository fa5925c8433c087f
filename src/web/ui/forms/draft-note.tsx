import type { KeptDraft } from '../../lib/forms/kept-draft.ts'
import { Button } from '../button.tsx'
import { Message, MessageActions } from '../message.tsx'

/** Says that text from before a reload was restored, or offers to restore it if the stored data has changed since. */
export const DraftNote = ({ draft }: { draft: KeptDraft | undefined }) =>
  draft && (
    <Message kind="info" isNote>
      <p>
        {draft.isRestored
          ? 'We kept what you typed before this page reloaded. It isn’t saved yet.'
          : 'You typed something here that isn’t saved. The saved version has changed since then.'}
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
