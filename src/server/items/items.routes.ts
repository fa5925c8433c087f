import { changeSubcategory } from '../../shared/items/change-subcategory.api.ts'
import {
  addItemFiles,
  createItem,
  deleteItem,
  deleteItemFile,
  filesJSON,
  getItem,
  listItems,
  updateItem,
  updateItemFile,
} from '../../shared/items/items.api.ts'
import { listSuggestions } from '../../shared/items/suggestions.api.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Services } from '../services.ts'
import { changeSubcategory as change } from './change-subcategory.repo.ts'
import * as itemFiles from './item-files.repo.ts'
import * as items from './items.repo.ts'
import * as readItemsRepo from './read-items.repo.ts'
import * as suggestions from './suggestions.repo.ts'

export const itemRoutes = (serve: Serve, { db, clock }: Services): void => {
  serve(listItems, async ({ actor, query }) => readItemsRepo.listItems(db, actor, query.roomID))

  serve(getItem, async ({ actor, query }) => readItemsRepo.getItem(db, actor, query.itemID))

  serve(createItem, ({ actor, body, once }) =>
    once(async (trx) => {
      const { itemID, unclear } = await items.createItem(trx, clock, actor, body)
      return { itemID, message: 'Successfully Created New Item', ...(unclear.length > 0 && { unclear }) }
    }),
  )

  serve(updateItem, async ({ actor, body }) => {
    const { version, category, subcategory, unclear } = await items.changeItem(db, clock, actor, body)
    const message = `Successfully Updated ${category} – ${subcategory}`
    return { version, message, ...(unclear.length > 0 && { unclear }) }
  })

  serve(changeSubcategory, async ({ actor, body }) => {
    const { version, category, subcategory } = await change(db, clock, actor, body)
    return { version, message: `Changed to ${category} – ${subcategory}` }
  })

  serve(addItemFiles, async ({ actor, body: { itemID, files } }) => {
    const attachments = await itemFiles.addItemFiles(db, clock, actor, itemID, files)
    return { files: filesJSON(attachments), attachments }
  })

  serve(updateItemFile, async ({ actor, body }) => {
    const { name, attachments } = await itemFiles.changeItemFile(db, clock, actor, body)
    return { message: `Updated "${name}"`, files: filesJSON(attachments), attachments }
  })

  serve(listSuggestions, async ({ actor, query: { subcatID, field, q = '' } }) => ({
    suggestions: await suggestions.listSuggestions(db, actor, { subcatID, field, q }),
  }))

  serve(deleteItem, async ({ actor, query }) => {
    const { name, ...deleted } = await items.deleteItem(db, clock, actor, query.itemID)
    return { message: `Deleted item "${name}"`, ...deleted }
  })

  serve(deleteItemFile, async ({ actor, query }) => {
    const { name, trashID } = await itemFiles.deleteItemFile(db, clock, actor, query.itemID, query.remote)
    return { message: `Deleted file "${name}"`, trashID }
  })
}
