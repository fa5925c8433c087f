import { useState } from 'react'
import {
  LABEL_SHEETS,
  LABELLED,
  LABELS_OF_SHEET,
  type Labelled,
  type LabelSheet,
} from '../../../shared/papers/papers.api.ts'
import { defaultPaperSize } from '../../../shared/papers/default-paper-size.ts'
import { AddressWarning } from '../../ui/address-warning.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { ChooseItems } from '../choose-items.tsx'
import { LabelsPreview } from './labels-preview.tsx'
import { paperAddress } from '../../lib/paper-address.ts'
import { PaperKind } from '../paper-kind.tsx'
import type { PapersProps } from '../papers-props.ts'
import { ALL_ROOMS, ChooseRooms, roomIDOf, roomsIn, RoomsSelect } from '../rooms-select.tsx'
import { useItemsOf } from '../use-items-of.ts'

const SHEET_NAMES: Readonly<Record<LabelSheet, string>> = {
  avery5160: 'Avery 5160, Letter',
  l7160: 'Avery L7160, A4',
  roll: '62 mm Roll',
}
const THING_NAMES: Readonly<Record<Labelled, string>> = {
  both: 'Rooms and Items',
  rooms: 'Rooms',
  items: 'Items',
}

/** QR labels for rooms and items; for a single room the items can be selected. */
export const QRLabelSheets = ({ project, rooms }: PapersProps) => {
  const { projectID } = project
  const [rooming, setRooming] = useState(ALL_ROOMS)
  const [things, setThings] = useState<Labelled>('both')
  const usual = defaultPaperSize(project, navigator.language) === 'letter' ? 'avery5160' : 'l7160'
  const [sheet, setSheet] = useState<LabelSheet>(usual)
  const [from, setFrom] = useState(1)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const roomID = roomIDOf(rooming)
  const items = useItemsOf(things === 'items' ? roomID : undefined)
  const isSome = items?.some(({ itemID }) => left.has(itemID)) ?? false
  const chosen = isSome ? items?.filter(({ itemID }) => !left.has(itemID)).map(({ itemID }) => itemID) : undefined
  const most = LABELS_OF_SHEET[sheet]
  const setKind = (value: string) => {
    setSheet(value as LabelSheet)
    setFrom(1)
  }
  return (
    <PaperKind
      name="QR Labels"
      summary="Stickers that open a room or an item"
      print="Print QR Labels"
      drawing={<LabelsPreview />}
      about="Stickers for rooms and items, e.g. inside a cabinet or on the breaker panel. You and your members scan them to open the item. If the room has a public QR link, anyone who scans sees that."
      choices={
        <>
          <RoomsSelect rooms={rooms} chosen={rooming} onChange={setRooming} />
          <Select label="Labels For" name="things" value={things} onChange={(value) => setThings(value as Labelled)}>
            {LABELLED.toReversed().map((value) => (
              <option key={value} value={value}>
                {THING_NAMES[value]}
              </option>
            ))}
          </Select>
          <Select label="Sheet" name="sheet" value={sheet} onChange={setKind}>
            {LABEL_SHEETS.map((value) => (
              <option key={value} value={value}>
                {SHEET_NAMES[value]}
              </option>
            ))}
          </Select>
          {most > 1 && (
            <Select label="First Label" name="from" value={String(from)} onChange={(value) => setFrom(Number(value))}>
              {Array.from({ length: most }, (_, at) => (
                <option key={at} value={at + 1}>
                  {at === 0 ? '1, a new sheet' : `${at + 1}, in row ${Math.floor(at / 3) + 1}`}
                </option>
              ))}
            </Select>
          )}
        </>
      }
      more={
        <>
          <ChooseRooms rooms={rooms} chosen={rooming} onChange={setRooming} />
          {items && <ChooseItems items={items} excluded={left} onChange={setLeft} />}
          <AddressWarning />
        </>
      }
      address={paperAddress({
        projectID,
        kind: 'labels',
        sheet,
        things,
        from,
        ...roomsIn(rooms, rooming),
        items: chosen,
      })}
    />
  )
}
