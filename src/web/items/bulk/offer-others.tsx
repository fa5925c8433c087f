import { Suspense } from 'react'
import { later } from '../../ui/lazy-component.tsx'
import { shownToast, toast } from '../../ui/toasts.ts'
import { countOf, findOthers, stillHold } from './find-others.ts'
import { namedOthers } from './named-others.ts'

const ChangeOthers = later(async () => (await import('./change-others.tsx')).ChangeOthers, 'Change Others')

/** Adds an action to the toast of a save once linked copies are found, unless another toast has replaced it. */
export const offerOthers = async (itemID: number, message: string): Promise<void> => {
  const found = await findOthers(itemID)
  const shown = shownToast()
  if (!found || (shown && shown.text !== message)) return
  toast({
    kind: 'success',
    text: `${message}. ${stillHold(found)}.`,
    action: {
      label: namedOthers(countOf(found)),
      dialog: (onClose) => (
        <Suspense>
          <ChangeOthers found={found} onClose={onClose} />
        </Suspense>
      ),
    },
  })
}
