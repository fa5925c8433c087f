import { createRoomType } from '../../shared/structure/room-structure.api.ts'
import {
  addCategory,
  addSubcategory,
  copyRoomType,
  createCategory,
  createSubcategory,
  deleteRoomType,
  listAllCategories,
  listAllSubcategories,
  removeDefinition,
  renameCategory,
  renameRoomType,
  renameSubcategory,
} from '../../shared/structure/structure.api.ts'
import {
  exportStructure,
  importStructure,
  listStructureChanges,
  undoStructureChange,
} from '../../shared/structure/structure-file.api.ts'
import {
  createProperties,
  getSubcategoryUse,
  listProperties,
  setLabelKinds,
  setLabels,
} from '../../shared/structure/labels.api.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Services } from '../services.ts'
import { setKinds } from './label-kinds.repo.ts'
import * as labels from './labels.repo.ts'
import * as changes from './structure-changes.repo.ts'
import * as files from './structure-file.service.ts'
import * as structure from './structure.repo.ts'

/** Every change takes the clock and the editor, because it is recorded. */
export const structureRoutes = (serve: Serve, { db, clock }: Services): void => {
  serve(createRoomType, ({ actor, body: { roomType }, once }) =>
    once(async (trx) => ({
      roomTypeID: await structure.createRoomType(trx, clock, actor, roomType),
      message: `Created room type "${roomType}"`,
    })),
  )

  serve(renameRoomType, async ({ actor, body: { roomTypeID, roomType, was } }) => {
    await structure.renameRoomType(db, clock, actor, { id: roomTypeID, name: roomType, was })
    return { message: `Renamed room type to "${roomType}"` }
  })

  serve(deleteRoomType, async ({ actor, query }) => {
    const name = await structure.deleteRoomType(db, clock, actor, query.roomTypeID)
    return { message: `Deleted room type "${name}"` }
  })

  serve(copyRoomType, ({ actor, body: { roomTypeID, roomType }, once }) =>
    once(async (trx) => ({
      roomTypeID: await structure.copyRoomType(trx, clock, actor, { roomTypeID, name: roomType }),
      message: `Created room type "${roomType}"`,
    })),
  )

  serve(listAllCategories, async () =>
    (await structure.listAllCategories(db)).map(({ id, name }) => ({ catID: id, catName: name })),
  )

  serve(listAllSubcategories, async () =>
    (await structure.listAllSubcategories(db)).map(({ id, name }) => ({ subCatID: id, subCatName: name })),
  )

  serve(createCategory, ({ actor, body: { newCat }, once }) =>
    once(async (trx) => ({
      catID: await structure.createCategory(trx, clock, actor, newCat),
      message: `Created category "${newCat}"`,
    })),
  )

  serve(createSubcategory, ({ actor, body: { newSubCat }, once }) =>
    once(async (trx) => ({
      subCatID: await structure.createSubcategory(trx, clock, actor, newSubCat),
      message: `Created subcategory "${newSubCat}"`,
    })),
  )

  serve(renameCategory, async ({ actor, body: { catID, catName, was } }) => {
    await structure.renameCategory(db, clock, actor, { id: catID, name: catName, was })
    return { message: `Renamed category to "${catName}"` }
  })

  serve(renameSubcategory, async ({ actor, body: { subcatID, subCatName, was } }) => {
    await structure.renameSubcategory(db, clock, actor, { id: subcatID, name: subCatName, was })
    return { message: `Renamed subcategory to "${subCatName}"` }
  })

  serve(addCategory, ({ actor, body, once }) =>
    once(async (trx) => ({
      message: `Added category "${await structure.addCategory(trx, clock, actor, body)}"`,
    })),
  )

  serve(addSubcategory, ({ actor, body: { roomTypeID, catID, newSubcatID }, once }) =>
    once(async (trx) => {
      const name = await structure.addSubcategory(trx, clock, actor, { roomTypeID, catID, subcatID: newSubcatID })
      return { message: `Added subcategory "${name}"` }
    }),
  )

  serve(removeDefinition, async ({ actor, query: { roomTypeID, catID, subcatID } }) => {
    const name = await structure.removeDefinition(db, clock, actor, { roomTypeID, catID, subcatID: subcatID ?? null })
    return { message: `Removed ${subcatID === undefined ? 'category' : 'subcategory'} "${name}"` }
  })

  serve(listProperties, async () => ({ properties: await labels.listLabels(db) }))

  serve(createProperties, ({ actor, body: { newLabelList }, once }) =>
    once(async (trx) => {
      const ids = await labels.createLabels(trx, clock, actor, newLabelList)
      return Object.fromEntries(ids.map((id, at) => [id, newLabelList[at] ?? '']))
    }),
  )

  serve(setLabels, async ({ actor, body }) => {
    const { subcatID, fields, was, telling, tellingWas, standsFor, standsForWas } = body
    const { wanted, wantedWas, aliases, aliasesWas, moveValues, confirmed, kinds } = body
    const name = await labels.setLabelsAndKinds(db, clock, actor, {
      subcatID,
      fields,
      was,
      telling,
      tellingWas,
      standsFor,
      standsForWas,
      wanted,
      wantedWas,
      aliases,
      aliasesWas,
      moveValues: moveValues ?? true,
      confirmed: confirmed ?? false,
      kinds,
    })
    return { message: `Updated fields of "${name}"` }
  })

  serve(setLabelKinds, async ({ actor, body: { kinds } }) => ({
    message: await setKinds(db, clock, actor, kinds),
  }))

  serve(getSubcategoryUse, async ({ query }) => labels.getSubcategoryUse(db, query.subcatID))

  serve(exportStructure, async () => files.exportStructure(db))

  serve(importStructure, async ({ actor, body: { structure: file, apply, confirmed } }) =>
    files.importStructure(db, clock, actor, file, { apply: apply ?? false, confirmed: confirmed ?? false }),
  )

  serve(listStructureChanges, async ({ query }) => changes.listStructureChanges(db, query.before))

  serve(undoStructureChange, async ({ actor, body: { changeID, confirmed } }) => ({
    message: await changes.undoStructureChange(db, clock, actor, { changeID, confirmed: confirmed ?? false }),
  }))
}
