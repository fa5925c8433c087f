import { describe, expect, test } from 'vitest'
import { deleteMyAccount } from '../../../src/shared/identity/account.api.ts'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { copyItem, copyProject, copyRoom } from '../../../src/shared/items/bulk/copies.api.ts'
import { setProjectCover } from '../../../src/shared/projects/covers.api.ts'
import { endpoints } from '../../../src/shared/endpoints.ts'
import { getHistory } from '../../../src/shared/history/history.api.ts'
import { filesJSON, getItem, listItems, updateItem } from '../../../src/shared/items/items.api.ts'
import { listLinkedCopies } from '../../../src/shared/items/bulk/linked-copies.api.ts'
import {
  createProject,
  deleteProject,
  getProject,
  listProjects,
  updateProject,
} from '../../../src/shared/projects/projects.api.ts'
import { createRoom, getRoom, listRooms, updateRoom } from '../../../src/shared/projects/rooms.api.ts'
import { search } from '../../../src/shared/search/search.api.ts'
import { listSuggestions } from '../../../src/shared/items/suggestions.api.ts'
import { createFromTemplate, saveAsTemplate, renameTemplate } from '../../../src/shared/items/bulk/templates.api.ts'
import { deletePermanently, listTrash, restore } from '../../../src/shared/history/trash.api.ts'
import { undo } from '../../../src/shared/history/undo.api.ts'
import { getUpcoming } from '../../../src/shared/upkeep/upcoming.api.ts'
import { accountExportOf } from '../../support/account-export.ts'
import { NOBODYS, NOBODYS_NUMBER, ofProjects } from '../../support/cases.ts'
import { addMember } from '../../support/members.ts'
import { pictureOf } from '../../support/sample-pictures.ts'
import { problemWith } from '../../support/problems.ts'
import { PASSWORD, signIn, startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'

const ADDRESS = { address: '8 Maple Street', city: 'Burlington', state: 'VT', zip: '05401' }

/** A project with an address and a kitchen, whose faucet has two files, and a template of it. */
const startWithTemplate = async (settings: Parameters<typeof startTestApp>[0] = {}) => {
  const started = await startTestApp(settings)
  const robin = await started.newUser('robin')
  const projectID = await robin.newProject('Maple Street')
  const roomID = await robin.newRoom(projectID)
  const [manual, picture] = await robin.upload([
    { name: 'manual.txt', bytes: Buffer.from('Turn the lever.') },
    { name: 'faucet.png', bytes: await pictureOf('red', 'png') },
  ])
  if (!manual || !picture) throw new Error('Two files were sent.')
  const files = filesJSON([
    { name: 'faucet.png', remote: picture.remote },
    { name: 'manual.txt', remote: manual.remote },
  ])
  const itemID = await robin.newItem(projectID, roomID, { field1: 'Castellan', notes: 'left of the sink' }, files)
  await robin.must(setProjectCover, { body: { projectID, remote: picture.remote } })
  const kept = await robin.must(saveAsTemplate, { body: { projectID } })
  return {
    ...{ ...started, db: started.services.db, robin, projectID, roomID, itemID, kept },
    ...{ templateID: kept.projectID, picture: picture.remote, manual: manual.remote },
  }
}

/** The contents of a project: rooms, items with their texts, and their files. */
const contentsOf = async (user: Client, projectID: number) => {
  const rooms = (await user.call(listRooms, { query: { projectID } })).body?.rooms ?? []
  return Promise.all(
    rooms.map(async ({ ID, name, roomType }) => ({
      ...{ name, roomType },
      items: (await user.must(listItems, { query: { roomID: ID } })).map(({ title, field1, note, attachments }) => ({
        ...{ title, field1, note },
        files: attachments.map((file) => [file.name, file.remote]),
      })),
    })),
  )
}

const namesOf = async (user: Client) => {
  const { projects, templates } = await user.must(listProjects, {})
  return [projects.map(({ name }) => name), templates.map(({ name }) => name)]
}

const firstRoom = async (user: Client, projectID: number): Promise<number> =>
  (await user.must(listRooms, { query: { projectID } })).rooms[0]?.ID ?? 0
const firstItem = async (user: Client, projectID: number): Promise<number> =>
  (await user.must(listItems, { query: { roomID: await firstRoom(user, projectID) } }))[0]?.itemID ?? 0

describe('keeping a project as template', () => {
  test('copies rooms, items, files and covers, without client and address, members, links and history', async () => {
    const { robin, db, newUser, projectID, roomID, templateID, kept, picture } = await startWithTemplate()
    expect(kept).toMatchObject({ name: 'Maple Street', message: 'Saved template "Maple Street"' })
    expect(await contentsOf(robin, templateID)).toEqual(await contentsOf(robin, projectID))
    expect(await contentsOf(robin, templateID)).toMatchObject([{ name: 'Kitchen', items: [{ title: 'Castellan' }] }])
    const nowhere = { client: '', address: '', address2: '', city: '', state: '', zip: '' }
    expect(await robin.must(getProject, { query: { projectID: templateID } })).toEqual({
      project: { projectID: templateID, name: 'Maple Street', ...nowhere },
      ...{ cover: picture, may: 'own', template: true, news: null, unsorted: 0, emergency: [] },
    })
    await newUser('casey')
    await addMember(db, projectID, 'casey', 'editor')
    await robin.newLink(projectID, roomID)
    const { projectID: next } = await robin.must(saveAsTemplate, { body: { projectID, name: 'Shared', files: false } })
    for (const table of ['project_members', 'links'] as const)
      expect(await db.selectFrom(table).where('project_id', '=', next).selectAll().execute()).toEqual([])
    expect(await contentsOf(robin, next)).toMatchObject([{ items: [{ files: [] }] }])
    expect((await robin.must(getProject, { query: { projectID: next } })).cover).toBeNull()
  })

  test('is open only to readers, who own the template', async () => {
    const { robin, newUser, db, projectID } = await startWithTemplate()
    const casey = await newUser('casey')
    expect((await casey.call(saveAsTemplate, { body: { projectID } })).status).toBe(404)
    await addMember(db, projectID, 'casey', 'viewer')
    const { projectID: own } = await casey.must(saveAsTemplate, { body: { projectID } })
    expect(await namesOf(casey)).toEqual([['Maple Street'], ['Maple Street']])
    expect((await robin.call(getProject, { query: { projectID: own } })).status).toBe(404)
  })

  test('gives it a name that is unique among templates, but not among projects', async () => {
    const { robin, projectID } = await startWithTemplate()
    expect((await robin.must(saveAsTemplate, { body: { projectID } })).name).toBe('Maple Street (2)')
    const taken = await robin.call(saveAsTemplate, { body: { projectID, name: 'maple street' } })
    expect(taken.problem).toMatchObject({
      ...{ statusCode: 409, code: 'project_name_taken', message: 'Template "maple street" already exists' },
      fields: { name: 'Template "maple street" already exists' },
    })
    expect(await namesOf(robin)).toEqual([['Maple Street'], ['Maple Street', 'Maple Street (2)']])
  })

  test('is one event with parts, which one Undo reverts', async () => {
    const { robin, templateID, kept } = await startWithTemplate()
    const { events } = await robin.must(getActivity, { query: { projectID: templateID } })
    expect(events.map(({ kind, is }) => [kind, is])).toEqual([['project kept as template', 'Maple Street']])
    const { events: parts } = await robin.must(getHistory, { query: { itemID: await firstItem(robin, templateID) } })
    expect(parts.map(({ kind, is }) => [kind, is])).toEqual([['item copied', 'Castellan']])
    const { message } = await robin.must(undo, { body: { eventID: kept.eventID } })
    expect(message).toContain('template "Maple Street"')
    expect(await namesOf(robin)).toEqual([['Maple Street'], []])
    expect((await robin.call(undo, { body: { eventID: kept.eventID } })).status).toBe(404)
  })
})

describe('a project from a template', () => {
  test('has the rooms, items, files and covers of the template, which stays unchanged', async () => {
    const { robin, projectID, templateID, picture } = await startWithTemplate()
    const inputs = { name: 'Maple Street 8', client: 'Sam Sample', ...ADDRESS }
    const made = await robin.must(createFromTemplate, { body: { projectID: templateID, inputs } })
    expect(made.message).toContain('"Maple Street 8"')
    expect(await contentsOf(robin, made.projectID)).toEqual(await contentsOf(robin, projectID))
    expect(await robin.must(getProject, { query: { projectID: made.projectID } })).toEqual({
      project: { projectID: made.projectID, address2: '', ...inputs },
      ...{ cover: picture, may: 'own', template: false, news: null, unsorted: 0, emergency: [] },
    })
    const bare = await robin.must(createFromTemplate, {
      body: { projectID: templateID, inputs: { ...inputs, name: 'Maple Street 10' }, files: false },
    })
    expect(await contentsOf(robin, bare.projectID)).toMatchObject([{ items: [{ title: 'Castellan', files: [] }] }])
    expect(await contentsOf(robin, templateID)).toEqual(await contentsOf(robin, projectID))
    expect(await namesOf(robin)).toEqual([['Maple Street', 'Maple Street 8', 'Maple Street 10'], ['Maple Street']])
  })

  test('shares neither changes nor permanent deletion with its template', async () => {
    const { robin, templateID, manual } = await startWithTemplate()
    const inputs = { name: 'Maple Street 8', ...ADDRESS }
    const { projectID } = await robin.must(createFromTemplate, { body: { projectID: templateID, inputs } })
    const itemID = await firstItem(robin, projectID)
    await robin.must(updateItem, { body: { itemID, inputs: { field1: 'Harrow' } } })
    expect(await contentsOf(robin, templateID)).toMatchObject([{ items: [{ title: 'Castellan' }] }])
    const { trashID } = await robin.must(deleteProject, { query: { projectID: templateID } })
    await robin.must(deletePermanently, { query: { trashID } })
    expect((await robin.must(getItem, { query: { itemID } })).field1).toBe('Harrow')
    expect((await robin.raw({ url: `/download/${manual}` })).body).toBe('Turn the lever.')
  })

  test('needs a name and address like any project, and a template of the caller', async () => {
    const { robin, projectID, templateID } = await startWithTemplate()
    const inputs = { name: 'Maple Street', ...ADDRESS }
    const create = (body: object) => robin.call(createFromTemplate, { body: body as never })
    expect((await create({ projectID: templateID, inputs })).problem).toMatchObject({
      ...problemWith('project_name_taken', { name: 'Maple Street' }),
    })
    const unnamed = await create({ projectID: templateID, inputs: { ...inputs, name: ' ', city: '' } })
    expect(Object.keys(unnamed.problem.fields ?? {})).toEqual(['name', 'city'])
    for (const id of [projectID, NOBODYS_NUMBER])
      expect((await create({ projectID: id, inputs: { ...inputs, name: 'Other' } })).status).toBe(404)
    expect(await namesOf(robin)).toEqual([['Maple Street'], ['Maple Street']])
  })

  test('is one event with parts, which one Undo reverts unless the project was changed', async () => {
    const { robin, templateID } = await startWithTemplate()
    const make = (name: string) =>
      robin.must(createFromTemplate, { body: { projectID: templateID, inputs: { name, ...ADDRESS } } })
    const made = await make('Maple Street 8')
    const { events } = await robin.must(getActivity, { query: { projectID: made.projectID } })
    expect(events.map(({ kind, is }) => [kind, is])).toEqual([
      ['project created from template', 'Maple Street 8, from Maple Street'],
    ])
    expect((await robin.must(undo, { body: { eventID: made.eventID } })).message).toContain('project "Maple Street 8"')
    expect(await namesOf(robin)).toEqual([['Maple Street'], ['Maple Street']])
    const other = await make('Maple Street 9')
    await robin.newRoom(other.projectID, 'Bar')
    expect((await robin.call(undo, { body: { eventID: other.eventID } })).problem.code).toBe('changed_since')
  })

  test('takes the same number of statements for any size, as does keeping one', async () => {
    const { robin, statements, projectID } = await startWithTemplate()
    let names = 0
    const count = async () => {
      const before = statements()
      const kept = await robin.must(saveAsTemplate, { body: { projectID, name: `Template ${++names}` } })
      const between = statements()
      const inputs = { name: `House ${names}`, ...ADDRESS }
      await robin.must(createFromTemplate, { body: { projectID: kept.projectID, inputs } })
      return [between - before, statements() - between]
    }
    const few = await count()
    for (let n = 0; n < 6; n++)
      await robin.newItem(projectID, await robin.newRoom(projectID, `Room ${n}`), { field1: `Faucet ${n}` })
    expect(await count()).toEqual(few)
  })
})

describe('the plan limit', () => {
  test('counts projects made from templates, but not templates', async () => {
    const { robin, projectID, templateID } = await startWithTemplate({ planLimit: true })
    const inputs = { name: 'Maple Street 8', ...ADDRESS }
    for (const name of ['One', 'Two']) await robin.must(saveAsTemplate, { body: { projectID, name } })
    await robin.must(createFromTemplate, { body: { projectID: templateID, inputs } })
    await robin.must(saveAsTemplate, { body: { projectID, name: 'Three' } })
    const beyond = { body: { projectID: templateID, inputs: { ...inputs, name: 'Maple Street 9' } } }
    expect((await robin.call(createFromTemplate, beyond)).problem.code).toBe('plan_limit')
    expect((await robin.call(createProject, { body: { inputs: beyond.body.inputs } })).problem.code).toBe('plan_limit')
    const { trashID } = await robin.must(deleteProject, { query: { projectID: templateID } })
    await robin.must(restore, { body: { trashID } })
  })
})

describe('a template', () => {
  test('is opened and edited like a project: rooms, items, files, order, covers, copies', async () => {
    const { robin, projectID, templateID, itemID, picture } = await startWithTemplate()
    const roomID = await firstRoom(robin, templateID)
    expect(await robin.must(getRoom, { query: { roomID } })).toMatchObject({ may: 'own', template: true })
    await robin.must(updateRoom, { body: { roomID, roomName: 'Big Kitchen' } })
    const bar = await robin.newRoom(templateID, 'Bar')
    await robin.newItem(templateID, bar, { field1: 'Bar faucet' })
    await robin.must(copyItem, { body: { itemID, roomIDs: [bar] } })
    await robin.must(copyRoom, { body: { roomID: bar, toProjectID: templateID, roomName: 'Second Bar' } })
    await robin.must(copyRoom, { body: { roomID: bar, toProjectID: projectID } })
    await robin.must(setProjectCover, { body: { projectID: templateID, remote: null } })
    await robin.must(setProjectCover, { body: { projectID: templateID, remote: picture } })
    expect((await contentsOf(robin, templateID)).map(({ name, items }) => [name, items.length])).toEqual([
      ['Bar', 2],
      ['Big Kitchen', 1],
      ['Second Bar', 2],
    ])
  })

  test('can be renamed, with an event', async () => {
    const { robin, projectID, templateID } = await startWithTemplate()
    await robin.must(saveAsTemplate, { body: { projectID, name: 'House' } })
    const rename = (id: number, name: string) => robin.call(renameTemplate, { body: { projectID: id, name } })
    expect((await rename(templateID, 'house')).problem).toMatchObject({
      ...{ code: 'project_name_taken', message: 'Template "house" already exists' },
    })
    expect((await rename(templateID, 'Villa')).body?.message).toBe('Renamed template "Maple Street" to "Villa"')
    expect(await namesOf(robin)).toEqual([['Maple Street'], ['House', 'Villa']])
    const [event] = (await robin.must(getActivity, { query: { projectID: templateID } })).events
    expect(event).toMatchObject({ kind: 'project changed', changes: [{ before: 'Maple Street', after: 'Villa' }] })
    expect((await rename(projectID, 'Villa')).status).toBe(404)
  })

  test('can be deleted, and restored under a name that is free among templates', async () => {
    const { robin, projectID, templateID } = await startWithTemplate()
    const { message, trashID } = await robin.must(deleteProject, { query: { projectID: templateID } })
    expect(message).toBe('Deleted template "Maple Street"')
    expect(await robin.must(listTrash, {})).toMatchObject([{ kind: 'template', name: 'Maple Street', where: '' }])
    expect((await robin.call(getProject, { query: { projectID: templateID } })).status).toBe(404)
    await robin.must(saveAsTemplate, { body: { projectID } })
    expect((await robin.must(restore, { body: { trashID } })).message).toBe(
      'Restored template "Maple Street (restored)"',
    )
    expect(await namesOf(robin)).toEqual([['Maple Street'], ['Maple Street', 'Maple Street (restored)']])
    expect((await robin.must(getProject, { query: { projectID: templateID } })).template).toBe(true)
  })

  test('must be restored from the trash before its items', async () => {
    const { robin, templateID } = await startWithTemplate()
    const { trashID } = await robin.must(endpoints.deleteItem, {
      query: { itemID: await firstItem(robin, templateID) },
    })
    await robin.must(deleteProject, { query: { projectID: templateID } })
    expect((await robin.call(restore, { body: { trashID } })).problem).toMatchObject({
      code: 'restore_parent_first',
      message: expect.stringContaining('template "Maple Street"'),
    })
  })

  test('is in no search, suggestion, upcoming list or family of copies', async () => {
    const { robin, itemID, templateID } = await startWithTemplate()
    const inTemplate = await firstItem(robin, templateID)
    await robin.must(updateItem, { body: { itemID: inTemplate, inputs: { field1: 'Harrow' } } })
    expect((await robin.must(search, { query: { q: 'harrow' } })).groups).toEqual([])
    const { groups } = await robin.must(search, { query: { q: 'maple' } })
    expect(groups.map(({ projectID }) => projectID)).not.toContain(templateID)
    const { subcatID } = await robin.must(getItem, { query: { itemID } })
    const suggested = await robin.must(listSuggestions, { query: { subcatID, field: 'field1', q: 'har' } })
    expect(JSON.stringify(suggested)).not.toContain('Harrow')
    const kinds = await subcategoryIDs(robin, 'Kitchen', 'Appliances', 'Dishwasher')
    const labels = await robin.must(endpoints.listFields, { query: { subCatID: kinds.subcatID } })
    const warranty = labels.find(({ label }) => /warrant/i.test(label))
    if (!warranty) throw new Error('A dishwasher has no warranty.')
    await robin.must(endpoints.createItem, {
      body: {
        ...{ projectID: templateID, roomID: await firstRoom(robin, templateID), ...kinds },
        inputs: { [warranty.field]: '2031-01-30' },
      },
    })
    const upcoming = await robin.must(getUpcoming, { query: { today: '2031-01-01' } })
    expect([upcoming.coming, upcoming.over]).toEqual([[], []])
    await robin.must(updateItem, { body: { itemID, inputs: { field1: 'Oldtown' } } })
    expect((await robin.must(listLinkedCopies, { query: { itemID } })).others).toEqual([])
  })

  test('offers to change copies within itself and within projects made from it', async () => {
    const { robin, itemID, templateID } = await startWithTemplate()
    const [inTemplate, roomID] = [await firstItem(robin, templateID), await firstRoom(robin, templateID)]
    const { itemIDs } = await robin.must(copyItem, { body: { itemID: inTemplate, roomIDs: [roomID] } })
    await robin.must(updateItem, { body: { itemID: inTemplate, inputs: { field1: 'Harrow' } } })
    const { others } = await robin.must(listLinkedCopies, { query: { itemID: inTemplate } })
    expect(others.map((other) => other.itemID)).toEqual([itemID, ...itemIDs])
  })

  test('is marked in the account export, and is deleted with the account', async () => {
    const { app, robin, db } = await startWithTemplate()
    const { projects } = await accountExportOf(robin)
    expect(projects.map(({ name, template, head }) => [name, template, head.items])).toEqual([
      ['Maple Street', undefined, 1],
      ['Maple Street', true, 1],
    ])
    await robin.must(deleteMyAccount, { body: { currentPass: PASSWORD } })
    expect(await db.selectFrom('projects').selectAll().execute()).toEqual([])
    await expect(signIn(app, 'robin')).rejects.toThrow()
  })

  const refused = ofProjects.filter(({ endpoint }) => endpoint.notForTemplates === true)

  test.each(refused)('refuses $name without changes', async (call) => {
    const { robin, db, templateID, picture } = await startWithTemplate()
    const roomID = await firstRoom(robin, templateID)
    const { roomType } = await robin.must(getRoom, { query: { roomID } })
    const itemID = await firstItem(robin, templateID)
    const home = { ...NOBODYS, projectID: templateID, roomID, itemID, remote: picture, attached: picture, roomType }
    const before = await db.selectFrom('events').select('id').execute()
    const answer = await robin.call(call.endpoint, call.request(home, home))
    expect(answer.problem).toMatchObject({ statusCode: 409, code: 'not_for_templates' })
    for (const table of ['project_members', 'project_invitations', 'offers', 'links'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
    expect(await db.selectFrom('events').select('id').execute()).toEqual(before)
  })

  test('refuses to exchange rooms with projects, and has no project file', async () => {
    const { robin, projectID, roomID, templateID } = await startWithTemplate()
    const inTemplate = await firstRoom(robin, templateID)
    for (const body of [
      { roomIDs: [roomID], toProjectID: templateID },
      { roomIDs: [inTemplate], toProjectID: projectID },
    ])
      expect((await robin.call(endpoints.moveRooms, { body })).problem.code).toBe('not_for_templates')
    const file = await robin.raw({ url: `/export?projectID=${templateID}` })
    expect(JSON.parse(file.body)).toMatchObject({ statusCode: 409, code: 'not_for_templates' })
  })

  test('is a 404 for strangers in every call', async () => {
    const { newUser, templateID } = await startWithTemplate()
    const casey = await newUser('casey')
    const inputs = { name: 'Mine', ...ADDRESS }
    for (const call of [
      casey.call(getProject, { query: { projectID: templateID } }),
      casey.call(updateProject, { body: { projectID: templateID, inputs } }),
      casey.call(renameTemplate, { body: { projectID: templateID, name: 'Mine' } }),
      casey.call(createFromTemplate, { body: { projectID: templateID, inputs } }),
      casey.call(saveAsTemplate, { body: { projectID: templateID } }),
      casey.call(copyProject, { body: { projectID: templateID } }),
      casey.call(createRoom, { body: { projectID: templateID, roomName: 'Bar', roomType: 1 } }),
    ])
      expect((await call).status).toBe(404)
  })
})
