import { readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import defaultStructure from '../src/server/structure/default-structure.json' with { type: 'json' }
import type { SampleProject } from '../src/server/items/sample-project.service.ts'
import { projectInputs } from '../src/shared/projects/projects.api.ts'
import { roomName } from '../src/shared/projects/rooms.api.ts'
import { codePoints, LIMITS } from '../src/shared/contract/limits.ts'
import { sampleOf } from '../src/server/structure/sample-of.ts'
import type { StructureFile } from '../src/shared/structure/structure-file.ts'
import sample from './project.json' with { type: 'json' }

const structure = defaultStructure as StructureFile
const FOLDER = new URL('files/', import.meta.url)
const KB = 1024
const MOST_IN_ALL = 1200 * KB

const project = sample as SampleProject
const items = project.rooms.flatMap((room) =>
  room.items.map((item) => ({ ...item, notes: item.notes ?? '', files: item.files ?? [], room: room.name })),
)
const files = readdirSync(FOLDER)
const bytesOf = (name: string): Buffer => readFileSync(new URL(encodeURIComponent(name), FOLDER))

/** Items as a person would name them, where something about them is not so. */
const named = (wrong: typeof items): string[] => wrong.map((item) => `${item.room}: ${item.subcategory}`)

describe('the sample project', () => {
  test('has what a new project must have', () => {
    const { rooms: _, ...inputs } = project
    expect(projectInputs.safeParse(inputs).success).toBe(true)
  })

  test('shows a home of eight rooms, one of them still empty', () => {
    const counts = project.rooms.map((room) => room.items.length)
    expect(counts).toHaveLength(8)
    expect(counts.filter((count) => count === 0)).toHaveLength(1)
    expect(items.length).toBeGreaterThanOrEqual(85)
  })

  test('has rooms whose names fit and whose types the product ships', () => {
    for (const room of project.rooms) {
      expect(roomName.safeParse(room.name).success, room.name).toBe(true)
      expect(Object.keys(structure.roomTypes)).toContain(room.roomType)
    }
  })

  test('has items in categories and subcategories that belong to the type of their room', () => {
    for (const room of project.rooms) {
      for (const { category, subcategory } of room.items) {
        expect(Object.keys(structure.roomTypes[room.roomType] ?? {}), room.name).toContain(category)
        expect(structure.roomTypes[room.roomType]?.[category], `${room.name}, ${category}`).toContain(subcategory)
      }
    }
  })

  test('fills only fields that the subcategory has, in their order', () => {
    for (const { subcategory, fields } of items) {
      const labels = structure.subcategories[subcategory] ?? []
      expect(Object.keys(fields)).toEqual(labels.filter((label) => label in fields))
    }
  })

  test('keeps the limits of fields and notes', () => {
    const tooLong = items.filter(
      (item) =>
        codePoints(item.notes) > LIMITS.notes ||
        Object.values(item.fields).some((value) => value.trim() === '' || codePoints(value) > LIMITS.itemField),
    )
    expect(named(tooLong)).toEqual([])
  })

  test('shows the swatches in their variety: every room that has items starts with four that differ', () => {
    const swatches = project.rooms
      .filter((room) => room.items.length > 0)
      .map((room) =>
        room.items.slice(0, 5).flatMap(({ subcategory, fields }) => {
          const labelled = Object.entries(fields).map(([label, value]) => ({ label, value }))
          return sampleOf(subcategory, labelled) ?? []
        }),
      )
    for (const ofRoom of swatches) expect(new Set(ofRoom).size).toBeGreaterThanOrEqual(4)
    expect(new Set(swatches.flat().map((swatch) => swatch.split(' ')[0])).size).toBe(8)
  })

  test('names nobody who could be written to or called', () => {
    const text = JSON.stringify(project)
    expect(text.match(/@[a-z0-9.-]+/g)?.filter((host) => !/\.example$/.test(host))).toEqual([])
    expect(text.match(/\b\d{3}-\d{4}\b/g)?.filter((number) => !number.startsWith('555-01'))).toEqual([])
  })
})

describe('the files of the sample project', () => {
  test('are all attached to items, and none is missing', () => {
    expect([...new Set(items.flatMap((item) => item.files))].sort()).toEqual([...files].sort())
  })

  test('are small enough to be added to every new account', () => {
    const sizes = files.map((name) => statSync(new URL(encodeURIComponent(name), FOLDER)).size)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_IN_ALL)
  })

  test('are what their names say', () => {
    const beginnings: Record<string, string> = { pdf: '%PDF-', jpg: '\xff\xd8\xff', png: '\x89PNG', gif: 'GIF8' }
    for (const name of files) {
      const beginning = beginnings[name.slice(name.lastIndexOf('.') + 1)] ?? ''
      expect(bytesOf(name).toString('latin1').startsWith(beginning), name).toBe(true)
    }
  })

  test('try what files can be: every previewed kind, one that downloads, a long name, signs in a name', () => {
    for (const ending of ['.pdf', '.jpg', '.png', '.gif', '.csv', '.txt']) {
      expect(files.filter((name) => name.endsWith(ending))).not.toEqual([])
    }
    expect(files.filter((name) => codePoints(name) > LIMITS.displayName)).not.toEqual([])
    expect(files.filter((name) => /['&]/.test(name))).toHaveLength(2)
  })

  test('tell nothing of the machine they were made on', () => {
    for (const name of files)
      expect(bytesOf(name).toString('latin1')).not.toMatch(/HeadlessChrome|Linux|file:\/\/|\/tmp\//)
  })
})
