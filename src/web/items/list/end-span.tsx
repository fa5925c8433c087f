import type { Item } from '../../../shared/items/items.api.ts'
import { dateInWords } from '../../structure/format-value.ts'
import { DimensionLine } from '../../ui/drawings/dimension-line.tsx'
import { classNames } from '../../ui/class-names.ts'
import { createIcon } from '../../ui/icons.tsx'
import styles from './end-span.module.css'
import { dayNow } from '../../lib/days.ts'
import { leftOf, shareOf, spanOf, unclearOf } from './span.ts'

const IconShieldCheck = createIcon(
  'M11.46 20.846A12 12 0 0 1 3.5 6A12 12 0 0 0 12 3a12 12 0 0 0 8.5 3a12 12 0 0 1-.09 7.06M15 19l2 2l4-4',
)
const IconHourglass = createIcon(
  'M6.5 7h11m-11 10h11M6 20v-2a6 6 0 1 1 12 0v2a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1M6 4v2a6 6 0 1 0 12 0V4a1 1 0 0 0-1-1H7a1 1 0 0 0-1 1',
)
const IconShieldX = createIcon(
  'M13.252 20.601q-.613.233-1.252.399A12 12 0 0 1 3.5 6A12 12 0 0 0 12 3a12 12 0 0 0 8.5 3a12 12 0 0 1-.19 7.357M22 22l-5-5m0 5l5-5',
)

const WARRANTY = /\b(warranty|guarantee)\b/i

/** The heading, depending on whether it has ended. */
const headOf = (label: string, subCatName: string, isOver: boolean) => {
  const isWarranty = WARRANTY.test(label) || WARRANTY.test(subCatName)
  if (!isWarranty) return { Icon: IconHourglass, words: label, joint: '' }
  return isOver
    ? { Icon: IconShieldX, words: 'Warranty ended', joint: '' }
    : { Icon: IconShieldCheck, words: 'Under warranty', joint: 'until ' }
}

/** When something of an item ends, and its ambiguous dates. */
export const EndSpan = ({ item }: { item: Item }) => (
  <>
    <DrawnSpan item={item} />
    {unclearOf(item).map((words) => (
      <p key={words} className="muted label mt-12">
        {words}
      </p>
    ))}
  </>
)

/** The term of an item's warranty, permit or alarm as a dimension line: the elapsed part is thick. */
const DrawnSpan = ({ item }: { item: Item }) => {
  const today = dayNow()
  const span = spanOf(item, today)
  if (!span) return null
  const { label, from, until } = span
  const isOver = until < today
  const { Icon, words, joint } = headOf(label, item.subCatName, isOver)
  const share = shareOf(span, today)
  const left = leftOf(span, today)
  return (
    <div className={classNames('mt-16 size-18', styles.end, isOver && styles.over)}>
      <p className="flex muted label gap-8">
        <Icon aria-hidden="true" />
        <span>
          <b className="bold">{words}</b> {joint}
          {dateInWords(until)}
          {from === undefined && <span className="dot"> {left}</span>}
        </span>
      </p>
      {from !== undefined && (
        <>
          <div className="mt-8">
            <DimensionLine share={share} isOver={isOver} />
          </div>
          <p className="flex between faint small gap-8">
            <span>{dateInWords(from)}</span> <span className="text-center">{left}</span>{' '}
            <span>{dateInWords(until)}</span>
          </p>
        </>
      )}
    </div>
  )
}
