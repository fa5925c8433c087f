import { useState } from 'react'
import { usualSize, type LeftOut } from '../../shared/papers.ts'
import { TRADE_NAMES, TRADES, type Trade } from '../../shared/stands-for.ts'
import { Select } from '../ui/select.tsx'
import { paperAddress } from './paper-address.ts'
import { PaperKind } from './paper-kind.tsx'
import styles from './papers.module.css'
import type { PapersProps } from './papers.tsx'
import { ALL_ROOMS, ChooseRooms, roomsIn, RoomsSelect } from './rooms-select.tsx'
import { SHEET_NAMES, SizeSelect } from './size-select.tsx'
import { withoutParts, WithParts } from './with-parts.tsx'

const DRAWN_ROWS = 4

/** A list to tick off. Decoration. */
const DrawnList = () => (
  <div aria-hidden="true" className={styles.list}>
    <b />
    {Array.from({ length: DRAWN_ROWS }, (_, at) => (
      <div key={at}>
        <span />
        <i />
      </div>
    ))}
  </div>
)

export const TradeLists = ({ project, rooms }: PapersProps) => {
  const [size, setSize] = useState(() => usualSize(project, navigator.language))
  const [chosen, setChosen] = useState(ALL_ROOMS)
  const [trade, setTrade] = useState<Trade | ''>('')
  const [without, setWithout] = useState<readonly LeftOut[]>([])
  return (
    <PaperKind
      name="Trade Lists"
      drawing={<DrawnList />}
      about="One list for each trade, from painter to landscaper: its items of all rooms, how many, where each goes, and what is to know for ordering. Each begins on a page of its own, to be handed over alone."
      choices={
        <>
          <RoomsSelect rooms={rooms} chosen={chosen} onChange={setChosen} />
          <Select label="Trade" name="trade" value={trade} onChange={(value) => setTrade(value as Trade | '')}>
            <option value="">All Trades</option>
            {TRADES.map((value) => (
              <option key={value} value={value}>
                {TRADE_NAMES[value]}
              </option>
            ))}
          </Select>
          <SizeSelect label="Paper" names={SHEET_NAMES} value={size} onChange={setSize} />
        </>
      }
      more={
        <>
          <ChooseRooms rooms={rooms} chosen={chosen} onChange={setChosen} />
          <WithParts parts={['notes', 'prices']} without={without} onChange={setWithout} />
        </>
      }
      address={paperAddress({
        ...{ projectID: project.projectID, kind: 'trade', size, ...roomsIn(rooms, chosen) },
        ...(trade !== '' && { trade }),
        ...withoutParts(without),
      })}
    />
  )
}
