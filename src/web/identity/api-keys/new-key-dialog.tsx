import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Message } from '../../ui/message.tsx'
import { Code } from '../../ui/copy/code.tsx'
import type { NewKey } from './key-form.tsx'

export const NewKeyDialog = ({ made, onClose }: { made: NewKey; onClose: () => void }) => (
  <Dialog
    title={`Your Key ${made.name}`}
    open
    onClose={onClose}
    actions={
      <Button kind="primary" onClick={onClose}>
        I’ve Saved It
      </Button>
    }
  >
    <Message kind="warning" isNote>
      Copy the key now. It won’t be shown again.
    </Message>
    <Code name="key" text={made.key} />
    <p>Treat it like a password. Until you leave this page, the recipes contain it.</p>
  </Dialog>
)
