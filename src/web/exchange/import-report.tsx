import type { ReactNode } from 'react'
import { fitsWhole, type ImportReport } from '../../shared/exchange/project-file.api.ts'
import { counted } from '../lib/pluralize.ts'
import styles from './import-project.module.css'

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.part}>
    <h2>{title}</h2>
    <ul>{children}</ul>
  </section>
)

/** What does not fit the structure, and where it is put instead. */
export const ReportOfImport = ({ report }: { report: ImportReport }) => {
  const { roomTypes, subcategories, labels, more, inNotes, inFiles, lostFiles } = report
  return (
    <div className={styles.report}>
      {roomTypes.length > 0 && (
        <Part title="Room types that are not here">
          {roomTypes.map(({ name, instead, rooms }) => (
            <li key={`${name} ${instead}`}>
              {name}: {counted(rooms, 'room')} as <b>{instead}</b>
            </li>
          ))}
        </Part>
      )}
      {subcategories.length > 0 && (
        <Part title="Sub categories that are not here">
          {subcategories.map(({ category, name, instead, items }) => (
            <li key={`${category} ${name} ${instead}`}>
              {category} – {name}: {counted(items, 'item')} under <b>{instead}</b>
            </li>
          ))}
        </Part>
      )}
      {labels.length > 0 && (
        <Part title="Labels that are not here">
          {labels.map(({ subcategory, name, items }) => (
            <li key={`${subcategory} ${name}`}>
              {name} of {subcategory}: {counted(items, 'item')}
            </li>
          ))}
        </Part>
      )}
      {more > 0 && <p>And {more} more.</p>}
      {lostFiles.length > 0 && (
        <Part title="Files that were lost before the project was downloaded">
          {lostFiles.map((name, at) => (
            <li key={at}>{name}</li>
          ))}
        </Part>
      )}
      {inNotes + inFiles > 0 && (
        <p>
          No value is lost: what has no place here {fitsWhole(report) ? 'stands' : 'goes'} to the notes of{' '}
          {counted(inNotes + inFiles, 'item')}
          {inFiles > 0 && `, for ${inFiles} of them to a text file on it`}.
        </p>
      )}
    </div>
  )
}
