import { Button } from '../../ui/button.tsx'
import { Message, MessageActions } from '../../ui/message.tsx'
import type { RemoteChange } from './use-remote-changes.ts'

const WORDS = {
  'only to look at': 'You may only look at this item now. What you typed stays here until you leave.',
  'not there':
    'This item is not there for you any more: it was deleted, or your access was taken away. What you typed stays here until you leave.',
} as const

/** Reports, before a save, changes by other users. It takes no focus because the user is typing. */
export const RemoteChangeNote = ({ found, onCompare }: { found: RemoteChange; onCompare: () => void }) =>
  typeof found === 'string' ? (
    <Message kind="warning" isNote>
      {WORDS[found]}
    </Message>
  ) : (
    <Message kind="warning" isNote>
      <p>Someone else has changed this item meanwhile. What you typed is not saved yet.</p>
      <MessageActions>
        <Button small onClick={onCompare}>
          Compare
        </Button>
      </MessageActions>
    </Message>
  )
