import { describe, expect, test } from 'vitest'
import { deleteMyAccount } from '../../../src/shared/identity/account.api.ts'
import { addItemFiles, getItem } from '../../../src/shared/items/items.api.ts'
import { getOverview } from '../../../src/shared/admin/overview.api.ts'
import { createSampleProject, deleteProject } from '../../../src/shared/projects/projects.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { PASSWORD } from '../../support/test-app.ts'
import { textFile, start } from './stored-bytes.ts'

describe('equal bytes', () => {
  test('are stored once for one owner, and each upload keeps its name and remote', async () => {
    const { user, stored, blobs, bytesOf } = await start()
    const first = await user.upload([textFile('plan.txt', 'same'), textFile('other.txt', 'other')])
    const again = await user.upload([
      textFile('copy.txt', 'same'),
      textFile('new.txt', 'new'),
      textFile('new again.txt', 'new'),
    ])
    const all = [...first, ...again]
    expect(all.map(({ filename }) => filename)).toEqual([
      'plan.txt',
      'other.txt',
      'copy.txt',
      'new.txt',
      'new again.txt',
    ])
    expect(new Set(all.map(({ remote }) => remote)).size).toBe(5)
    expect(await Promise.all(all.map(({ remote }) => bytesOf(remote)))).toEqual(['same', 'other', 'same', 'new', 'new'])
    const keys = (await blobs()).map(({ storage_key }) => storage_key)
    expect(keys).toHaveLength(3)
    expect(stored()).toEqual(keys.toSorted())
    const { headers } = await user.raw({ url: `/download/${again[0]?.remote}` })
    expect(headers['content-disposition']).toContain('copy.txt')
  })

  test('are stored once if ten uploads arrive at the same time', async () => {
    const { user, stored, blobs, bytesOf } = await start()
    const names = Array.from({ length: 10 }, (_, n) => `${n}.txt`)
    // In both orders, which would deadlock two uploads that each lock one of them.
    const answers = await Promise.all(
      names.map((name, n) => {
        const files = [textFile(name, 'first'), textFile(name, 'second')]
        return user.upload(n % 2 === 0 ? files : files.toReversed())
      }),
    )
    for (const [n, [one, two]] of answers.entries()) {
      const shown = [await bytesOf(one?.remote ?? ''), await bytesOf(two?.remote ?? '')]
      expect(shown).toEqual(n % 2 === 0 ? ['first', 'second'] : ['second', 'first'])
    }
    expect(await blobs()).toHaveLength(2)
    expect(stored()).toHaveLength(2)
  })

  test('wait for an upload in progress, and share its bytes', async () => {
    const { db, storedFile, upload, somebodyWaits, blobs, stored, bytesOf } = await start()
    const before = await storedFile('same')
    const { remotes, second } = await db.transaction().execute(async (trx) => {
      const added = await before.add(trx)
      const uploading = upload('same')
      await somebodyWaits()
      return { remotes: added.remotes, second: uploading }
    })
    expect([await bytesOf(remotes[0] ?? ''), await bytesOf(await second)]).toEqual(['same', 'same'])
    expect(await blobs()).toMatchObject([{ storage_key: before.storageKey }])
    expect(stored()).toEqual([before.storageKey])
  })

  test('are stored once per owner, so that one can delete them without the other', async () => {
    const { newUser, user, fileOnItem, blobs, stored, bytesOf } = await start()
    const other = await newUser('other')
    const [mine, theirs] = [await fileOnItem('same'), await fileOnItem('same', other)]
    expect(await blobs()).toHaveLength(2)
    expect(await bytesOf(theirs.remote, user)).toBe(404)
    expect(await bytesOf(mine.remote, other)).toBe(404)
    await mine.forGood()
    expect(await bytesOf(theirs.remote, other)).toBe('same')
    expect(stored()).toHaveLength(1)
    await theirs.forGood()
    expect(stored()).toEqual([])
  })

  test('stay until their last upload is deleted', async () => {
    const { fileOnItem, upload, stored, blobs, bytesOf } = await start()
    const first = await fileOnItem('same')
    const waiting = await upload('same')
    await first.forGood()
    expect([await bytesOf(first.remote), await bytesOf(waiting)]).toEqual([404, 'same'])
    expect(stored()).toHaveLength(1)
    expect(await blobs()).toHaveLength(1)
  })

  test('count once in the overview of admins', async () => {
    const { newUser, upload, blobs } = await start()
    const admin = await newUser('admin', [Role.Admin])
    for (const text of ['12345', '12345', '1']) await upload(text)
    expect(await admin.must(getOverview, {})).toMatchObject({ files: 2, storageBytes: 6 })
    expect(await blobs()).toHaveLength(2)
  })

  test('are stored once for two sample projects of a user', async () => {
    const { user, stored, blobs } = await start()
    const { projectID } = await user.must(createSampleProject, {})
    const files = stored()
    await user.must(deleteProject, { query: { projectID } })
    await user.must(createSampleProject, {})
    expect(stored()).toEqual(files)
    expect((await blobs()).map(({ storage_key }) => storage_key).sort()).toEqual(files)
  })

  test('stay on the item of another user when their account is deleted, and that user’s next upload is stored separately', async () => {
    const { db, newUser, user, upload, fileOnItem, blobs, stored, bytesOf } = await start()
    const editor = await newUser('editor')
    const mine = await fileOnItem('mine')
    const { project_id } = await db
      .selectFrom('items')
      .select('project_id')
      .where('id', '=', mine.itemID)
      .executeTakeFirstOrThrow()
    const { id: user_id } = await db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'editor')
      .executeTakeFirstOrThrow()
    await db.insertInto('project_members').values({ project_id, user_id, role: 'editor' }).execute()
    const [onTheirs, onItsOwn] = [await upload('brought', editor), await fileOnItem('brought', editor)]
    await editor.must(addItemFiles, {
      body: { itemID: mine.itemID, files: [{ name: 'b.txt', remote: onTheirs }] },
    })
    expect(await blobs()).toHaveLength(2)
    const gone = await editor.raw({
      method: deleteMyAccount.method,
      url: deleteMyAccount.path,
      payload: { currentPass: PASSWORD },
    })
    expect(gone.statusCode).toBe(200)
    expect(await bytesOf(onTheirs)).toBe('brought')
    expect(await bytesOf(onItsOwn.remote)).toBe(404)
    expect((await blobs()).map(({ owner_id }) => owner_id === null)).toEqual([false, true])

    const again = await upload('brought')
    expect(await blobs()).toHaveLength(3)
    expect((await user.must(getItem, { query: { itemID: mine.itemID } })).attachments).toHaveLength(2)
    await mine.forGood()
    expect(await bytesOf(again)).toBe('brought')
    expect(stored()).toHaveLength(1)
  })
})
