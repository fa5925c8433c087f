import { useState } from 'react'
import { TRADE_NAMES, TRADES, type Trade } from '../../shared/structure/classification.ts'
import { Select } from '../ui/select.tsx'
import { PaperOfRooms } from './paper-of-rooms.tsx'
import styles from './papers.module.css'
import type { PapersProps } from './papers-props.ts'

const DRAWN_ROWS = 4

/** A checklist. Decorative. */
const ListPreview = () => (
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
  const [trade, setTrade] = useState<Trade | ''>('')
  return (
    <PaperOfRooms
      project={project}
      rooms={rooms}
      kind="trade"
      name="Trade Lists"
      summary="What each trade orders, how many and where"
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
