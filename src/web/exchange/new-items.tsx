import { useState } from 'react'
import type { SheetCheck } from '../../shared/exchange/sheets.api.ts'
import { counted } from '../lib/pluralize.ts'
import { Button } from '../ui/button.tsx'
import { SkipRows, Part, place, type ResultProps } from './check-parts.tsx'

interface ItemPreviewProps extends ResultProps {
  item: SheetCheck['items'][number]
}

const ItemPreview = ({ item, state: { matching }, onChange }: ItemPreviewProps) => {
  const pictures = item.pictures > 0 ? [counted(item.pictures, 'picture')] : []
  return (
    <li className="row top gap-12 part-below">
      <div className="grid grow gap-4">
        <strong>{item.title}</strong>
        <span className="muted">
          {[item.room, item.subcategory, place(item), ...pictures].filter((part) => part !== item.title).join(' · ')}
        </span>
        <dl className="flex wrap gap-16 tight">
          {item.values.map(({ label, value }) => (
            <div key={label} className="flex gap-8">
              <dt className="muted">{label}</dt>
              <dd className="prewrap" dir="auto">
                {value}
              </dd>
            </div>
          ))}
          {item.notes !== '' && (
            <div className="flex gap-8">
              <dt className="muted">Notes</dt>
              <dd className="prewrap" dir="auto">
                {item.notes}
              </dd>
            </div>
          )}
        </dl>
      </div>
      <SkipRows rows={[item]} matching={matching} onChange={onChange} />
    </li>
  )
}

/** A preview of rows as items. */
export const NewItems = (props: ResultProps) => {
  const { creates, items } = props.state.check
  const [areAllShown, setAreAllShown] = useState(false)
  const shown = areAllShown ? items : items.slice(0, FIRST_ITEMS)
  return (
    <Part title="New Items">
      <ul>
        {shown.map((item) => (
          <ItemPreview key={place(item)} item={item} {...props} />
        ))}
      </ul>
      {!areAllShown && items.length > FIRST_ITEMS && (
        <div>
          <Button small onClick={() => setAreAllShown(true)}>
            Show {items.length === creates ? `All ${creates}` : `the First ${items.length} of ${creates}`}
          </Button>
        </div>
      )}
      {areAllShown && creates > items.length && <p className="muted">And {creates - items.length} more.</p>}
    </Part>
  )
}
const FIRST_ITEMS = 5
