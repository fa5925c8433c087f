import { isOfDates } from '../../shared/structure/label-kinds.ts'
import { Fragment, type ReactNode } from 'react'
import type { FoundPlace, HitGroup, ItemHit, Marked } from '../../shared/search/search.api.ts'
import { fileAddress } from '../lib/file-address.ts'
import { prefersSwatch } from '../items/list/item-chip.tsx'
import { kindIn } from '../items/list/display-value.ts'
import { formatValue } from '../structure/format-value.ts'
import { summaryOf, isIdentifier, valuesOf } from '../items/list/values-of.ts'
import { paths } from '../lib/paths.ts'
import { CategoryIcon } from '../ui/drawings/category-icon.tsx'
import { Chip } from '../ui/chip.tsx'
import { IconDoor, IconFile, IconFileTypePdf, IconHome } from '../ui/icons.tsx'
import type { FileHit } from './file-hits.ts'
import { excerptAround } from '../../shared/search/excerpt.ts'
import { MarkedText } from './marked-text.tsx'
import { Tile } from './tile.tsx'

/** A line of the result list. */
export interface Row {
  key: string
  to: string
  mark: ReactNode
  title: ReactNode
  /** One line below the title. */
  line: ReactNode
  /** The most wanted value, for copying. */
  copy?: string | undefined
  /** Where the query matched, in a word or two. */
  where?: string
}

/** The number of matching values, notes or filenames shown beside the title. */
const PLACES_SHOWN = 2

const joined = (parts: readonly ReactNode[]): ReactNode =>
  parts.map((part, position) => (
    <Fragment key={position}>
      {position > 0 && ', '}
      {part}
    </Fragment>
  ))

/** A stored date in words, without marks; other values as they are. */
const readable = (hit: ItemHit, place: FoundPlace): Marked => {
  const slot = place.in === 'field' ? slotOf(hit, place) : undefined
  const text = slot && isOfDates(kindIn(hit, slot)) ? formatValue(kindIn(hit, slot), hit[slot]) : undefined
  return text === undefined || text === place.shown.text ? place.shown : { text, marks: [] }
}

const placeText = (hit: ItemHit, place: FoundPlace): ReactNode => {
  const { in: kind, label } = place
  const shown = readable(hit, place)
  return kind === 'notes' ? (
    <>
      notes: “<MarkedText of={excerptAround(shown)} />”
    </>
  ) : (
    <>
      {label && (
        <>
          <MarkedText of={label} />{' '}
        </>
      )}
      <MarkedText of={excerptAround(shown)} />
    </>
  )
}

/** The slot of a matching field. */
const slotOf = ({ labels }: ItemHit, { label }: FoundPlace) => labels.find((one) => one.label === label?.text)?.field

/** Where the query matched apart from the title. */
const besideTitle = (hit: ItemHit): FoundPlace[] =>
  hit.found.filter((place) => {
    if (place.in === 'text' || (place.in === 'file' && hit.title.marks.length > 0)) return false
    const slot = place.in === 'field' ? slotOf(hit, place) : undefined
    const isInTitle = slot !== undefined && hit.telling.includes(slot) && hit.title.marks.length > 0
    return !isInTitle || (place.label?.marks.length ?? 0) > 0
  })

const lineOf = (hit: ItemHit): ReactNode => {
  const places = besideTitle(hit).slice(0, PLACES_SHOWN)
  const said =
    places.length > 0
      ? places.map((place) => placeText(hit, place))
      : summaryOf(hit).map((text) => <bdi key={text}>{text}</bdi>)
  const isTitle = hit.title.text === hit.subCatName.text
  return joined([...(isTitle ? [] : [<MarkedText key="kind" of={hit.subCatName} />]), ...said])
}

/** The value to copy: a matching number or code, else the first value of the title. */
const copyOf = (hit: ItemHit): string | undefined => {
  const copied = valuesOf(hit).filter(({ copy }) => copy !== undefined)
  const numbers = copied.filter(({ label }) => isIdentifier(label))
  const foundIn = (part: 'shown' | 'label') =>
    numbers.find(({ field }) =>
      hit.found.some((place) => slotOf(hit, place) === field && (place[part]?.marks.length ?? 0) > 0),
    )
  return (foundIn('shown') ?? foundIn('label') ?? copied[0])?.copy
}

const WHERE = { field: 'Value', notes: 'Notes', file: 'File name', text: 'In a file' } as const

const whereOf = (hit: ItemHit): string => {
  const first = hit.found.find((place) => place.in !== 'field' || place.shown.marks.length > 0) ?? hit.found[0]
  if (!first) return hit.subCatName.marks.length > 0 ? 'Subcategory' : hit.catName.marks.length > 0 ? 'Category' : ''
  return first.label?.text ?? WHERE[first.in]
}

export const chipOf = (hit: ItemHit): ReactNode => {
  const { sample, picture, catName, subCatName } = hit
  const shown = picture !== null && !prefersSwatch({ ...hit, subCatName: subCatName.text }) ? picture : undefined
  return (
    <Chip
      pictures={shown === undefined ? [] : [fileAddress({ remote: shown }, 'thumbnail')]}
      sample={sample}
      icon={<CategoryIcon name={catName.text} />}
    />
  )
}

export const markOfFile = ({ shown }: FoundPlace): ReactNode =>
  /\.pdf$/i.test(shown.text) ? (
    <Tile kind="pdf">
      <IconFileTypePdf />
    </Tile>
  ) : (
    <Tile>
      <IconFile />
    </Tile>
  )

export const titleOfFile = ({ shown, page }: FoundPlace): ReactNode => (
  <>
    <MarkedText of={shown} />
    {page !== null && `, page ${page}`}
  </>
)

export const excerptOf = (excerpt: Marked): ReactNode => (
  <>
    “<MarkedText of={excerpt} />”
  </>
)

/** A found file as one row, which opens at its first item. */
export const rowOfFile = ({ key, found, places }: FileHit): Row => {
  const [first] = places
  const rooms = [...new Set(places.map(({ room }) => room))]
  return {
    key,
    to: paths.itemAttachments(first?.itemID ?? 0, found.remote ?? '', found.page),
    mark: markOfFile(found),
    title: titleOfFile(found),
    line: joined([
      ...(places.length > 1
        ? [`${places.length} places: ${rooms.join(', ')}`]
        : places.map(({ itemID, title }) => <MarkedText key={itemID} of={title} />)),
      ...(found.excerpt ? [<Fragment key="excerpt">{excerptOf(found.excerpt)}</Fragment>] : []),
    ]),
    where: WHERE[found.in],
  }
}

export const rowOfItem = (hit: ItemHit): Row => {
  const { itemID, title } = hit
  return {
    key: `item ${itemID}`,
    to: paths.editItem(itemID),
    mark: chipOf(hit),
    title: <MarkedText of={title} />,
    line: lineOf(hit),
    copy: copyOf(hit),
    where: whereOf(hit),
  }
}

export const rowOfProject = ({ projectID, name }: HitGroup): Row => ({
  key: `project ${projectID}`,
  to: paths.projectHome(projectID),
  mark: (
    <Tile>
      <IconHome />
    </Tile>
  ),
  title: <MarkedText of={name} />,
  line: 'Project',
  where: 'Project',
})

export const rowOfRoom = (project: Marked, { roomID, name, roomTypeName }: HitGroup['rooms'][number]): Row => ({
  key: `room ${roomID}`,
  to: paths.roomItems(roomID),
  mark: (
    <Tile>
      <IconDoor />
    </Tile>
  ),
  title: <MarkedText of={name} />,
  line: joined([<MarkedText key="type" of={roomTypeName} />, <MarkedText key="project" of={project} />]),
  where: 'Room',
})
