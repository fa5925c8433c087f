import type { ReactNode } from 'react'
import { fitsWhole, type ImportReport } from '../../shared/exchange/project-file.api.ts'
import { counted } from '../lib/pluralize.ts'

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="h3">{title}</h2>
    <ul>{children}</ul>
  </section>
)

/** What does not fit the structure, and where it is put instead. */
export const ReportOfImport = ({ report }: { report: ImportReport }) => {
  const { roomTypes, subcategories, labels, more, inNotes, inFiles, lostFiles } = report
  return (
    <div className="grid gap-16 mt-16">
      {roomTypes.length > 0 && (
        <Part title="Missing Room Types">
          {roomTypes.map(({ name, instead, rooms }) => (
            <li key={`${name} ${instead}`}>
              {name}: {counted(rooms, 'room')} as <b>{instead}</b>
            </li>
          ))}
        </Part>
      )}
      {subcategories.length > 0 && (
        <Part title="Missing Subcategories">
          {subcategories.map(({ category, name, instead, items }) => (
            <li key={`${category} ${name} ${instead}`}>
              {category} – {name}: {counted(items, 'item')} under <b>{instead}</b>
            </li>
          ))}
        </Part>
      )}
      {labels.length > 0 && (
        <Part title="Missing Fields">
          {labels.map(({ subcategory, name, items }) => (
            <li key={`${subcategory} ${name}`}>
              {name} of {subcategory}: {counted(items, 'item')}
            </li>
          ))}
        </Part>
      )}
      {more > 0 && <p>And {more} more.</p>}
      {lostFiles.length > 0 && (
        <Part title="Files Already Missing from the Original Project">
          {lostFiles.map((name, at) => (
            <li key={at}>{name}</li>
          ))}
        </Part>
      )}
      {inNotes + inFiles > 0 && (
        <p>
          Nothing is lost. Values without a matching field {fitsWhole(report) ? 'are in' : 'go into'} Notes on{' '}
          {counted(inNotes + inFiles, 'item')} {inFiles > 0 && `, or into a text file on ${inFiles} of them`}.
        </p>
      )}
    </div>
  )
}
