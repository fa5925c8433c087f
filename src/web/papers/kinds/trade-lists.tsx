import { Fragment, useState } from 'react'
import { TRADE_NAMES, TRADES, type Trade } from '../../../shared/structure/classification.ts'
import { Select } from '../../ui/forms/select.tsx'
import { Ink, PaperDrawing, rowsFrom, Rule, Text } from './paper-drawing.tsx'
import { PaperOfRooms } from './paper-of-rooms.tsx'
import type { PapersProps } from '../papers-props.ts'

/** A checklist. Decorative. */
const ListPreview = () => (
  <PaperDrawing>
    <Ink boxes={[[15, 19, 77.3, 10]]} />
    <Text boxes={rowsFrom(56.5, 36, 4, (y) => [35, y, 118, 4])} />
    {rowsFrom(41, 36, 4, (y) => (
      <Fragment key={y}>
        <rect x="15.5" y={y + 13} width="9" height="9" rx="1.5" fill="none" stroke="#1b2422" />
        <Rule d={`M15 ${y + 35.5}h138`} />
      </Fragment>
    ))}
  </PaperDrawing>
)

export const TradeLists = ({ project, rooms }: PapersProps) => {
  const [trade, setTrade] = useState<Trade | ''>('')
  return (
    <PaperOfRooms
      project={project}
      rooms={rooms}
      kind="trade"
      name="Trade Lists"
      summary="What each trade orders, how many, and where"
      drawing={<ListPreview />}
      about="A list per trade: what to order, how many, and where each item goes. Every list starts on its own page so you can hand it out separately."
      parts={['notes', 'prices']}
      choice={
        <Select label="Trade" name="trade" value={trade} onChange={(value) => setTrade(value as Trade | '')}>
          <option value="">All Trades</option>
          {TRADES.map((value) => (
            <option key={value} value={value}>
              {TRADE_NAMES[value]}
            </option>
          ))}
        </Select>
      }
      more={trade === '' ? {} : { trade }}
    />
  )
}
