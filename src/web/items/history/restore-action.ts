import type { ChangeOfText, ItemEvent } from '../../../shared/history/history.api.ts'
import type { Item } from '../../../shared/items/items.api.ts'
import { draftOf } from '../form/item-draft.ts'
import type { RestoreActions } from './restore-actions.ts'
import type { HistoryRow } from './rows-of-event.ts'

type Text = NonNullable<ChangeOfText['text']>

/** Restores the previous value of a row; a string says why it cannot, undefined means there is nothing to restore. */
type RestoreAction = (() => Promise<string | undefined>) | string | undefined

const isUnlabelled = ({ labels }: Item, text: Text): boolean =>
  text.startsWith('field') && !labels.some(({ field }) => field === text)

export const restoreActionOf = (row: HistoryRow, item: Item, actions: RestoreActions): RestoreAction =>
  row.event ? restoreEvent(row.event, item, actions) : restoreValue(row, item, actions)

const restoreValue = ({ text, before, isValue }: HistoryRow, item: Item, actions: RestoreActions): RestoreAction => {
  if (!isValue || before === undefined) return undefined
  if (!text || isUnlabelled(item, text)) return before === '' ? undefined : 'This field no longer exists'
  return draftOf(item)[text] === before ? undefined : () => actions.value(text, before)
}

const FILE_IS_GONE = 'This file no longer exists'

const restoreEvent = (event: ItemEvent, item: Item, actions: RestoreActions): RestoreAction => {
  const { eventID, kind, was, remote, trashID, kindWas, roomWas, orderWas } = event
  const file = item.attachments.find((each) => each.remote === remote)
  switch (kind) {
    case 'item kind changed':
      if (!kindWas || (kindWas.catID === item.catID && kindWas.subcatID === item.subcatID)) return undefined
      return () => actions.kind(eventID, kindWas)
    case 'item moved':
      if (roomWas === null) return 'This room no longer exists'
      return roomWas === item.roomID ? undefined : () => actions.room(roomWas)
    case 'file renamed':
    case 'file captioned': {
      if (was === null || remote === null) return undefined
      if (!file) return FILE_IS_GONE
      const inputs = kind === 'file renamed' ? { name: was } : { caption: was }
      const is = kind === 'file renamed' ? file.name : file.caption
      return is === was ? undefined : () => actions.fileTexts(remote, inputs)
    }
    case 'files reordered': {
      const held = item.attachments.map((each) => each.remote)
      const order = orderWas?.filter((each) => held.includes(each)) ?? []
      const isSo = held.filter((each) => order.includes(each)).every((each, at) => each === order[at])
      return isSo ? undefined : () => actions.order(order)
    }
    case 'file deleted':
      if (trashID !== null && was !== null) return () => actions.file(trashID, was)
      return file ? undefined : FILE_IS_GONE
    default:
      return undefined
  }
}
