import { afterAll, beforeAll, describe } from 'vitest'
import { startCeph } from './ceph.ts'
import type { Engine } from './engine.ts'
import { describeEngine } from './troubles.ts'

describe('Ceph’s RADOS Gateway', () => {
  let ceph: Engine
  beforeAll(async () => {
    ceph = await startCeph()
  })
  afterAll(() => ceph?.stop())

  describeEngine(() => ceph, {
    programs: ['gateway', 'OSD', 'monitor'],
    needsStorage: ['put', 'put of much', 'read', 'remove', 'list', 'check'],
  })
})
