import { readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DAY, MINUTE } from '../../src/server/platform/lib/clock.ts'
import { openFolderStore } from '../../src/server/platform/storage/stores/folder-store.ts'
import { newStorageKey } from '../../src/server/platform/storage/store.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { bytesOf, describeStore, keysIn, put } from './store-suite.ts'

const open = async () => {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return {
    folder,
    store: await openFolderStore(folder),
    openAgain: () => openFolderStore(folder),
    unfinished: () => readdirSync(join(folder, 'unfinished')),
  }
}

describe('the folder passes the common tests of stores:', () => describeStore(open, { many: 100 }))

test('another process that opens the folder removes abandoned drafts only, none in progress', async () => {
  const { folder, store, openAgain, unfinished } = await open()
  const abandoned = join(folder, 'unfinished', 'abandoned')
  const young = join(folder, 'unfinished', 'young')
  for (const [file, age] of [
    [abandoned, DAY + MINUTE],
    [young, DAY - MINUTE],
  ] as const) {
    writeFileSync(file, 'half a file')
    utimesSync(file, new Date(), new Date(Date.now() - age))
  }

  const key = newStorageKey()
  const source = new Readable({ read() {} })
  source.push('first half, ')
  const written = store.put(key, source)
  await expect.poll(unfinished).toHaveLength(3)
  const other = await openAgain()
  expect(unfinished()).toHaveLength(2)
  expect(unfinished()).toContain('young')
  source.push('second half')
  source.push(null)
  await written
  expect((await bytesOf(await other.read(key, 23))).toString()).toBe('first half, second half')
})

test('a missing disk is an unavailable store for writers, and everything is there when it is back', async () => {
  const { folder, store } = await open()
  const key = await put(store, Buffer.from('the plan'))
  const away = `${folder}-away`
  renameSync(folder, away)
  const sent = Readable.from(['bytes'])
  await expect(store.put(newStorageKey(), sent)).rejects.toMatchObject({
    code: 'unavailable',
    headers: { 'Retry-After': expect.stringMatching(/^\d+$/) },
  })
  await expect(store.check()).rejects.toMatchObject({ code: 'unavailable' })
  await expect(keysIn(store)).rejects.toMatchObject({ code: 'unavailable' })
  renameSync(away, folder)
  await store.check()
  expect(await keysIn(store)).toEqual([key])
})

test('a file that cannot be moved into place leaves no draft', async () => {
  const { folder, store, unfinished } = await open()
  const key = newStorageKey()
  const shard = join(folder, key.slice(0, 2))
  writeFileSync(shard, 'in its way')
  await expect(store.put(key, Readable.from(['bytes']))).rejects.toMatchObject({ code: 'unavailable' })
  expect(unfinished()).toEqual([])
  rmSync(shard)
  await store.put(key, Readable.from(['bytes']))
  expect((await bytesOf(await store.read(key, 5))).toString()).toBe('bytes')
})

test('the list has only files of the store', async () => {
  const { folder, store } = await open()
  const key = await put(store, Buffer.from('bytes'))
  writeFileSync(join(folder, 'notes.txt'), 'foreign')
  writeFileSync(join(folder, key.slice(0, 2), '.nfs0001'), 'foreign')
  expect(await keysIn(store)).toEqual([key])
})
