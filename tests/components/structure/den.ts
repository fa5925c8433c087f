import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { Role } from '../../../src/shared/contract/roles.ts'
import { createRoomType, listFields } from '../../../src/shared/structure/room-structure.api.ts'
import { createItem, getItem, type ItemInputs } from '../../../src/shared/items/items.api.ts'
import { createRoom } from '../../../src/shared/projects/rooms.api.ts'
import {
  addCategory,
  addSubcategory,
  createCategory,
  createSubcategory,
} from '../../../src/shared/structure/structure.api.ts'
import { createProperties, setLabels } from '../../../src/shared/structure/labels.api.ts'
import { button, chooseOption, mountApp } from '../../support/mount-app.tsx'
import { furnished, type Client } from '../../support/test-app.ts'

export const labelsOf = async (admin: Client, names: readonly string[]): Promise<number[]> => {
  const ids = await admin.must(createProperties, { body: { newLabelList: [...names] } })
  return names.map((name) => Number(Object.keys(ids).find((id) => ids[id] === name)))
}

/** The room type Den has the category Stoves, which has the subcategory Insert. */
export const start = furnished(async ({ newUser }) => {
  const admin = await newUser('admin', [Role.Admin])
  const reseller = await newUser('reseller', [Role.Reseller])
  const { roomTypeID } = await admin.must(createRoomType, { body: { roomType: 'Den' } })
  const { catID } = await admin.must(createCategory, { body: { newCat: 'Stoves' } })
  const { subCatID: subcatID } = await admin.must(createSubcategory, { body: { newSubCat: 'Insert' } })
  await admin.must(addCategory, { body: { roomTypeID, catID } })
  await admin.must(addSubcategory, { body: { roomTypeID, catID, newSubcatID: subcatID } })
  return { people: { admin, reseller }, things: { roomTypeID, catID, subcatID } }
})

interface Options {
  user?: string
  labels?: readonly string[]
  items?: readonly ItemInputs[]
}

/** Edit Room of that room type, with its category and subcategory chosen. */
export const openDen = async ({ user: name = 'admin', labels = ['Brand', 'Finish'], items = [] }: Options = {}) => {
  const server = await start()
  const { admin } = server.people
  const { roomTypeID, catID, subcatID } = server.things
  const labelIDs = await labelsOf(admin, labels)
  await admin.must(setLabels, { body: { subcatID, fields: labelIDs } })
  const itemIDs: number[] = []
  if (items.length > 0) {
    const projectID = await admin.newProject()
    const { roomID } = await admin.must(createRoom, { body: { projectID, roomName: 'Den', roomType: roomTypeID } })
    for (const inputs of items)
      itemIDs.push((await admin.must(createItem, { body: { projectID, roomID, catID, subcatID, inputs } })).itemID)
  }
  const mounted = await mountApp(server, { path: `/admin/editroom?roomTypeID=${roomTypeID}`, user: name })
  await chooseOption(mounted.user, category(), 'Stoves')
  await chooseOption(mounted.user, subcategory(), 'Insert')
  expect(await screen.findByText('Insert: up to 6 fields, 32 characters each')).toBeVisible()
  const slots = async () =>
    (await admin.must(listFields, { query: { subCatID: subcatID } })).map((each) => [each.field, each.label])
  const item = (index = 0) => admin.must(getItem, { query: { itemID: itemIDs[index] ?? 0 } })
  return { server, admin, labelIDs, slots, item, ...mounted }
}

export const category = () => screen.getByRole('combobox', { name: 'Category' })
export const subcategory = () => screen.getByRole('combobox', { name: 'Subcategory' })
export const slot = (number: number) => screen.getByLabelText(new RegExp(`^Field ${number}\\b`))
export const part = (name: 'Category' | 'Subcategory' | 'Fields') => within(screen.getByRole('region', { name }))
export const press = (user: UserEvent, of: 'Category' | 'Subcategory', name: 'Add' | 'Create' | 'Rename') =>
  user.click(part(of).getByRole('button', { name }))
export const update = () => button('Update Fields')
