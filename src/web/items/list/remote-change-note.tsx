import { Button } from '../../ui/button.tsx'
import { Message, MessageActions } from '../../ui/message.tsx'
import type { RemoteChange } from './use-remote-change.ts'

const WORDS = {
  'only to look at': 'You now have view-only access. Copy anything you need before you leave this page.',
  'not there':
    'This item was deleted, or you no longer have access. Copy anything you need before you leave this page.',
} as const

/** Reports, before a save, changes by other users. It takes no focus because the user is typing. */
export const RemoteChangeNote = ({ found, onCompare }: { found: RemoteChange; onCompare: () => void }) =>
  typeof found === 'string' ? (
    <Message kind="warning" isNote>
      {WORDS[found]}
    </Message>
  ) : (
    <Message kind="warning" isNote>
      <p>Someone else just changed this item. Your changes aren’t saved yet.</p>
      <MessageActions>
        <Button small onClick={onCompare}>
          Compare
        </Button>
      </MessageActions>
    </Message>
  )
