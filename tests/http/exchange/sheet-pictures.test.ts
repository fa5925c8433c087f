import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkSheet, importSheet } from '../../../src/shared/exchange/sheets.api.ts'
import { undo } from '../../../src/shared/history/undo.api.ts'
import { getItem, listItems } from '../../../src/shared/items/items.api.ts'
import { listTrash } from '../../../src/shared/history/trash.api.ts'
import { problemWith } from '../../support/problems.ts'
import { pictureOf } from '../../support/sample-pictures.ts'
import { startTestApp } from '../../support/test-app.ts'
import { filesOf, matched, startWithKitchen } from './sheet-file.ts'
import { text, workbookOf } from './workbook.ts'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (...those: readonly (readonly [id: string, type: string, target: string, rest?: string])[]) =>
  `<Relationships>${those.map(([id, type, target, rest = '']) => `<Relationship Id="${id}" Type="${type.includes(':') ? type : `${OFFICE}/${type}`}" Target="${target}"${rest}/>`).join('')}</Relationships>`

const rowOf = (row: number, ...cells: readonly string[]) =>
  `<row r="${row}">${cells.map((cell, at) => text(`${'ABCDE'[at]}${row}`, cell)).join('')}</row>`
const LIST = [
  rowOf(1, 'Room', 'Item', 'Brand'),
  ...['One', 'Two', 'Three', 'Four'].map((brand, at) => rowOf(at + 2, 'Kitchen', 'Faucet', brand)),
].join('')

const edge = (name: string, column: number, row: number, offset = 0) =>
  `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>${offset}</xdr:rowOff></xdr:${name}>`
const picture = (id: string, by = 'embed') =>
  `<xdr:pic><xdr:blipFill><a:blip r:${by}="${id}"/></xdr:blipFill></xdr:pic>`
const oneCell = (column: number, row: number, what: string) =>
  `<xdr:oneCellAnchor>${edge('from', column, row)}${what}</xdr:oneCellAnchor>`
const twoCells = (row: number, to: number, offset: number, what: string) =>
  `<xdr:twoCellAnchor>${edge('from', 3, row)}${edge('to', 3, to, offset)}${what}</xdr:twoCellAnchor>`

/** A list with a drawing over it. */
const pictured = (
  anchors: string,
  images: Record<string, string>,
  more: Record<string, Buffer | string>,
  behind = '',
  rows = LIST,
) =>
  workbookOf(
    rows,
    {
      'xl/worksheets/_rels/sheet1.xml.rels': relations(
        ['d1', 'drawing', '../drawings/drawing1.xml'],
        ['c1', 'comments', '../comments1.xml'],
      ),
      'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:r="${OFFICE}">${anchors}</xdr:wsDr>`,
      'xl/drawings/_rels/drawing1.xml.rels': relations(
        ...Object.entries(images).map(([id, target]) =>
          target.startsWith('http')
            ? ([id, 'image', target, ' TargetMode="External"'] as const)
            : ([id, 'image', `../media/${target}`] as const),
        ),
      ),
      ...more,
    },
    behind,
  )

test('pictures beside rows become files of the new items, and Undo takes them along', async () => {
  const { robin, projectID, roomID } = await startWithKitchen()
  const [red, blue] = [await pictureOf('#b43c28', 'png'), await pictureOf('#285aa0', 'webp')]
  const file = await pictured(
    [
      oneCell(0, 1, picture('p1')),
      // On the line below row 2, and over the whole of row 3.
      twoCells(2, 3, 0, picture('p2')),
      // Over rows 3 and 4: the first counts.
      twoCells(2, 3, 5000, picture('p1')),
      // In a cell that is merged over rows 4 and 5.
      oneCell(4, 3, picture('p2')),
      // Programs that don't know the first read the second.
      `<mc:AlternateContent><mc:Choice/><mc:Fallback>${oneCell(0, 1, picture('p2'))}</mc:Fallback></mc:AlternateContent>`,
    ].join(''),
    { p1: 'red.png', p2: 'blue.webp' },
    { 'xl/media/red.png': red, 'xl/media/blue.webp': blue },
    '<mergeCells><mergeCell ref="E4:E5"/></mergeCells>',
  )
  const { sheet, body } = await matched(robin, projectID, file, 'list.xlsx')
  expect(sheet.notices).toEqual(['5 pictures beside items will become files of these items.'])
  const check = await robin.must(checkSheet, { body })
  expect([check.pictures, check.items.map(({ pictures }) => pictures)]).toEqual([5, [1, 2, 1, 1]])
  const done = await robin.must(importSheet, { body: { ...body, fingerprint: check.fingerprint ?? '' } })
  expect(done).toMatchObject({ created: 4, pictures: 5, message: 'Imported 4 items with 5 pictures' })
  const items = await robin.must(listItems, { query: { roomID } })
  const byBrand = new Map(items.map((item) => [item.field1, filesOf(item)]))
  const names = (brand: string) => byBrand.get(brand)?.map(({ name }) => name)
  expect(['One', 'Two', 'Three', 'Four'].map(names)).toEqual([
    ['Picture.png'],
    ['Picture.webp', 'Picture.png'],
    ['Picture.webp'],
    ['Picture.webp'],
  ])
  const bytesOf = async (brand: string) =>
    (await robin.raw({ url: `/download/${byBrand.get(brand)?.[0]?.remote ?? ''}` })).rawPayload
  expect([await bytesOf('One'), await bytesOf('Three'), await bytesOf('Four')]).toEqual([red, blue, blue])
  await robin.must(undo, { body: { eventID: done.eventID ?? 0 } })
  expect(await robin.must(listItems, { query: { roomID } })).toEqual([])
  expect(await robin.must(listTrash, {})).toMatchObject([{ kind: 'items' }])
})

test('pictures that are values of cells become files too, as Excel and WPS write them', async () => {
  const { robin, projectID, roomID } = await startWithKitchen()
  const [red, blue] = [await pictureOf('#b43c28', 'png'), await pictureOf('#285aa0', 'png')]
  const cell = (place: string, rest: string) => `<c r="${place}"${rest}</c>`
  const rows = [
    rowOf(1, 'Room', 'Item', 'Brand', 'Photo'),
    rowOf(2, 'Kitchen', 'Faucet', 'One').replace('</row>', `${cell('D2', ' t="e" vm="2"><v>#VALUE!</v>')}</row>`),
    rowOf(3, 'Kitchen', 'Faucet', 'Two').replace(
      '</row>',
      `${cell('D3', ' t="str"><f>_xlfn.DISPIMG("ID_7",1)</f><v>=DISPIMG("ID_7",1)</v>')}</row>`,
    ),
  ].join('')
  const MS = 'http://schemas.microsoft.com/office/2022/10/relationships'
  const file = await workbookOf(rows, {
    'xl/_rels/workbook.xml.rels': relations(
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId3', 'sheetMetadata', 'metadata.xml'],
      ['rId4', `${MS}/rdRichValue`, 'richData/rdrichvalue.xml'],
      ['rId5', `${MS}/rdRichValueStructure`, 'richData/rdrichvaluestructure.xml'],
      ['rId6', `${MS}/richValueRel`, 'richData/richValueRel.xml'],
      ['rId7', 'http://www.wps.cn/officeDocument/2020/cellImage', 'cellimages.xml'],
    ),
    'xl/metadata.xml':
      '<metadata><futureMetadata><bk><ext><xlrd:rvb i="0"/></ext></bk><bk><ext><xlrd:rvb i="1"/></ext></bk></futureMetadata><valueMetadata><bk><rc t="1" v="0"/></bk><bk><rc t="1" v="1"/></bk></valueMetadata></metadata>',
    'xl/richData/rdrichvalue.xml': '<rvData><rv s="0"><v>5</v></rv><rv s="1"><v>5</v><v>0</v></rv></rvData>',
    'xl/richData/rdrichvaluestructure.xml':
      '<rvStructures><s t="_other"><k n="Other"/></s><s t="_localImage"><k n="CalcOrigin"/><k n="_rvRel:LocalImageIdentifier"/></s></rvStructures>',
    'xl/richData/richValueRel.xml': `<richValueRels xmlns:r="${OFFICE}"><rel r:id="r1"/></richValueRels>`,
    'xl/richData/_rels/richValueRel.xml.rels': relations(['r1', 'image', '../media/red.png']),
    'xl/cellimages.xml': `<etc:cellImages xmlns:r="${OFFICE}"><etc:cellImage><xdr:pic><xdr:cNvPr name="ID_7"/><a:blip r:embed="r1"/></xdr:pic></etc:cellImage></etc:cellImages>`,
    'xl/_rels/cellimages.xml.rels': relations(['r1', 'image', 'media/blue.png']),
    'xl/media/red.png': red,
    'xl/media/blue.png': blue,
  })
  const { sheet, body } = await matched(robin, projectID, file, 'list.xlsx')
  expect(sheet.columns.map(({ title, hasPictures }) => hasPictures && title)).toEqual([false, false, false, 'Photo'])
  expect([sheet.unread, sheet.notices]).toEqual([0, ['2 pictures beside items will become files of these items.']])
  await robin.must(importSheet, { body })
  const items = await robin.must(listItems, { query: { roomID } })
  for (const [brand, bytes] of [
    ['One', red],
    ['Two', blue],
  ] as const) {
    const [shown] = filesOf(items.find((item) => item.field1 === brand))
    expect((await robin.raw({ url: `/download/${shown?.remote ?? ''}` })).rawPayload).toEqual(bytes)
  }
})

test('what cannot be imported is named: other formats, links, charts, comments, embedded files, and pictures of no item', async () => {
  const { robin, projectID, roomID } = await startWithKitchen()
  const rows = LIST.replace('</row>', `${text('D1', 'Photo')}</row>`).replace(
    'Four</t></is></c></row>',
    'Four</t></is></c><c r="D5" t="str"><f>IFERROR(__xludf.DUMMYFUNCTION("IMAGE(""https://example.com/4.png"")"),"")</f><v></v></c></row>',
  )
  const file = await pictured(
    [
      oneCell(0, 0, picture('p1')),
      oneCell(0, 1, picture('emf')),
      oneCell(0, 2, picture('emf')),
      oneCell(0, 3, picture('far', 'link')),
      oneCell(0, 3, picture('gone')),
      `<xdr:absoluteAnchor>${picture('p1')}</xdr:absoluteAnchor>`,
      oneCell(0, 4, '<xdr:graphicFrame/>'),
      oneCell(0, 4, '<xdr:sp><xdr:txBody><a:t>Ask first</a:t></xdr:txBody></xdr:sp>'),
    ].join(''),
    { p1: 'red.png', emf: 'plan.emf', far: 'https://example.com/far.png', gone: 'gone.png' },
    {
      'xl/media/red.png': await pictureOf('#b43c28', 'png'),
      'xl/media/plan.emf': 'x',
      'xl/comments1.xml': '<comments><commentList><comment ref="A2"/><comment ref="A3"/></commentList></comments>',
    },
    '<mc:AlternateContent><mc:Choice><oleObjects><oleObject r:id="o1"/></oleObjects></mc:Choice><mc:Fallback><oleObjects><oleObject r:id="o1"/></oleObjects></mc:Fallback></mc:AlternateContent>',
    rows,
  )
  const { sheet, body } = await matched(robin, projectID, file, 'list.xlsx')
  expect(sheet.notices).toEqual([
    'Not imported: 1 embedded file, 2 EMF pictures, 1 picture outside the file, 1 damaged picture, 2 pictures beside no item, 1 chart, 1 text box, and 2 comments.',
    'Of 1 linked picture, only the address is imported.',
  ])
  const columns = body.columns.map((column, at) => (at === 3 ? { is: 'notes' as const } : column))
  expect(await robin.must(importSheet, { body: { ...body, columns } })).toMatchObject({ created: 4, pictures: 0 })
  const items = await robin.must(listItems, { query: { roomID } })
  expect(items.find(({ field1 }) => field1 === 'Four')?.note).toBe('Photo: https://example.com/4.png')
})

test('items that exist already keep their files', async () => {
  const { robin, projectID, newFaucet } = await startWithKitchen()
  const itemID = await newFaucet({ field1: 'Old' })
  const rows = [rowOf(1, 'Room', 'Brand', 'Updated', 'Item'), rowOf(2, 'Kitchen', 'New', '', String(itemID))].join('')
  const images = { 'xl/media/red.png': await pictureOf('#b43c28', 'png') }
  const mine = await pictured(oneCell(4, 1, picture('p1')), { p1: 'red.png' }, images, '', rows)
  const { body } = await matched(robin, projectID, mine, 'mine.xlsx')
  expect(await robin.must(checkSheet, { body })).toMatchObject({ changes: 1, pictures: 0, picturesLeftOut: 1 })
  await robin.must(importSheet, { body })
  expect(filesOf(await robin.must(getItem, { query: { itemID } }))).toEqual([])
})

test('pictures count toward the storage of the account, and nothing is imported where it is full', async () => {
  const { newUser, services } = await startTestApp({ storagePerAccountBytes: 1024 * 1024 })
  const robin = await newUser('robin')
  const projectID = await robin.newProject()
  const roomID = await robin.newRoom(projectID, 'Kitchen')
  const images = { 'xl/media/large.png': randomBytes(700 * 1024) }
  const file = await pictured(oneCell(0, 1, picture('p1')), { p1: 'large.png' }, images)
  const { body } = await matched(robin, projectID, file, 'list.xlsx')
  const { problem } = await robin.call(importSheet, { body })
  expect(problem).toMatchObject(problemWith('storage_full', { limit: '1 MB' }))
  expect(await robin.must(listItems, { query: { roomID } })).toEqual([])
  expect(await services.db.selectFrom('blobs').select('id').execute()).toHaveLength(1)
})
