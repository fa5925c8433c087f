import { Suspense } from 'react'
import { listOthers } from '../../shared/others.ts'
import { call } from '../api/call.ts'
import { later } from '../ui/later.tsx'
import { shownToast, toast } from '../ui/toasts.ts'
import { namedOthers } from './named-others.ts'

const ChangeOthers = later(async () => (await import('./change-others.tsx')).ChangeOthers, 'Change Others')

/** What the toast of a save further offers, once it is known: nothing where the toast says something else by then. */
export const offerOthers = async (itemID: number, message: string): Promise<void> => {
  const found = await call(listOthers, { query: { itemID } })
  const shown = shownToast()
  const { eventID, others, changed } = found
  if (eventID === null || (shown && shown.text !== message)) return
  const count = others.length + found.more
  const hold = count === 1 ? '1 other still holds' : `${count} others still hold`
  toast({
    kind: 'success',
    text: `${message}. ${hold} the old ${changed.length === 1 ? 'value' : 'values'}.`,
    action: {
      label: namedOthers(count),
      dialog: (onClose) => (
        <Suspense>
          <ChangeOthers found={{ ...found, itemID, eventID }} onClose={onClose} />
        </Suspense>
      ),
    },
  })
}
