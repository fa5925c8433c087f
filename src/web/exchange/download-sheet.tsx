import { useState } from 'react'
import { type SheetFormat, getSheet } from '../../shared/exchange/sheets.api.ts'
import { addressOf } from '../lib/call.ts'
import { withoutPath } from '../lib/public-path.ts'
import { LinkButton } from '../ui/button.tsx'
import { IconTable } from '../ui/icons.tsx'
import { Menu } from '../ui/menus/menu.tsx'
import { Select } from '../ui/forms/select.tsx'
import { classNames } from '../ui/class-names.ts'
import styles from './download-sheet.module.css'

interface DownloadSheetProps {
  projectID: number
  roomID: number
  /** Offers to download a single category. */
  categories: readonly { catID: number; name: string }[]
}

const FORMATS: readonly { format: SheetFormat; name: string }[] = [
  { format: 'xlsx', name: 'Excel (XLSX)' },
  { format: 'csv', name: 'Plain Table (CSV)' },
]

/** Downloads the items of a room, or a category in it, as a spreadsheet. */
export const DownloadSheet = ({ projectID, roomID, categories }: DownloadSheetProps) => {
  const [catID, setCatID] = useState('')
  const place = { projectID, roomID, catID: catID === '' ? undefined : catID }
  return (
    <div>
      <Menu name="Download Spreadsheet" icon={<IconTable />} kind="quiet" from="left">
        {(close) => (
          <div className={classNames('grid gap-8', styles.choice)}>
            {categories.length > 1 && (
              <Select label="Items" name="category" value={catID} onChange={setCatID}>
                <option value="">All Categories</option>
                {categories.map(({ catID: id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
            {FORMATS.map(({ format, name }) => (
              <LinkButton
                key={format}
                to={withoutPath(addressOf(getSheet, { query: { ...place, format } }))}
                reloadDocument
                download
                onClick={close}
              >
                {name}
              </LinkButton>
            ))}
          </div>
        )}
      </Menu>
    </div>
  )
}
