import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { setNotNeeded, type Gap } from '../../../shared/upkeep/handover-checklist.api.ts'
import type { Slot } from '../../../shared/structure/room-structure.api.ts'
import { setLabel } from '../../../shared/items/bulk/bulk-changes.api.ts'
import { call } from '../../lib/call.ts'
import { asIs, sentence } from '../../lib/errors.ts'
import { withDates } from '../../items/form/date-interpretation.tsx'
import { toast } from '../../lib/toasts.ts'
import { useUndoEvent } from '../../history/use-undo-event.ts'
import type { GapOrEmptyRoom } from './gaps-by-kind.ts'

/** Fills gaps or sets them aside. The caller then moves the focus. */
export const useGapChange = (onChanged: () => void) => {
  const { revalidate } = useRevalidator()
  const undoOf = useUndoEvent()
  const [busy, setBusy] = useState(false)

  const change = async (work: () => Promise<void>, failure: string) => {
    if (busy) return
    setBusy(true)
    try {
      await work()
      onChanged()
    } catch (error) {
      toast({ kind: 'error', text: sentence(error, { 409: asIs, 413: asIs, other: failure }) })
    }
    // The list may be outdated.
    await revalidate()
    setBusy(false)
  }

  const putAside = async (lack: GapOrEmptyRoom, notNeeded: boolean) => {
    const thing = 'itemID' in lack ? { itemID: lack.itemID } : { roomID: lack.roomID }
    await call(setNotNeeded, { body: { ...thing, what: lack.what, notNeeded } })
  }

  return {
    busy,
    setAside: (lack: GapOrEmptyRoom, notNeeded: boolean) =>
      change(
        async () => {
          await putAside(lack, notNeeded)
          const back = async () => {
            await change(() => putAside(lack, !notNeeded), 'Unable to undo this')
          }
          const text = `${lack.title}: ${notNeeded ? 'marked as not needed' : 'needed again'}`
          toast({ kind: 'success', text, action: { label: 'Undo', onClick: () => void back() } })
        },
        notNeeded ? 'Couldn’t mark this as not needed' : 'Couldn’t undo this',
      ),
    /** The same value for the first missing label of each, which is the same one. */
    fillAll: (gaps: readonly Gap[], text: string) =>
      change(async () => {
        const [missing] = gaps[0]?.fields ?? []
        if (!missing) return
        const value = withDates({ [missing.field]: text }, [missing])[missing.field]?.trim() ?? ''
        const itemIDs = gaps.map(({ itemID }) => itemID)
        const { message, eventID } = await call(setLabel, { body: { itemIDs, propID: missing.propID, value } })
        toast({ kind: 'success', text: message, action: undoOf(eventID) })
      }, 'Item update failure'),
    fill: ({ itemID, title, fields }: Gap, typed: Partial<Record<Slot, string>>) =>
      change(async () => {
        const values = withDates(typed, fields)
        const events: number[] = []
        try {
          for (const { field, propID } of fields) {
            const value = values[field]?.trim() ?? ''
            if (value === '') continue
            const { eventID } = await call(setLabel, { body: { itemIDs: [itemID], propID, value } })
            if (eventID !== null) events.push(eventID)
          }
        } catch (error) {
          if (events.length === 0) throw error
          console.error(error)
          toast({ kind: 'error', text: `Only part of "${title}" was saved.`, action: undoOf(events) })
          return
        }
        const action = undoOf(events.length > 0 ? events : null)
        toast({ kind: 'success', text: `Updated item "${title}"`, ...(action && { action }) })
      }, 'Item update failure'),
  }
}
