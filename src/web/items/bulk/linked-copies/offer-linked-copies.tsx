import { Suspense } from 'react'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { shownToast, toast } from '../../../lib/toasts.ts'
import { countOf, findLinkedCopies, countSentence } from './find-linked-copies.ts'
import { changeLabel } from './linked-copies-words.ts'

const ChangeLinkedCopies = lazyComponent(
  async () => (await import('./change-linked-copies.tsx')).ChangeLinkedCopies,
  'Change Others',
)

/** Adds an action to the toast of a save once linked copies are found, unless another toast has replaced it. */
export const offerLinkedCopies = async (itemID: number, message: string): Promise<void> => {
  const found = await findLinkedCopies(itemID)
  const shown = shownToast()
  if (!found || (shown && shown.text !== message)) return
  toast({
    kind: 'success',
    text: `${message}. ${countSentence(found)}.`,
    action: {
      label: changeLabel(countOf(found)),
      dialog: (onClose) => (
        <Suspense>
          <ChangeLinkedCopies found={found} onClose={onClose} />
        </Suspense>
      ),
    },
  })
}
