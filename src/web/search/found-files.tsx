import type { Ref } from 'react'
import { Link } from 'react-router'
import { paths } from '../lib/paths.ts'
import { counted } from '../lib/pluralize.ts'
import { Card } from '../ui/card.tsx'
import type { FileHit } from './file-hits.ts'
import { excerptOf, markOfFile, titleOfFile } from './hit-rows.tsx'

/** The most items of one file that are linked. */
const PLACES_SHOWN = 6

/** The ref of a hit's link, by its key. */
export type LinkRef = (key: string) => Ref<HTMLAnchorElement>

interface FoundFilesProps {
  files: readonly FileHit[]
  ofOneProject: boolean
  linkRef: LinkRef
}

/** Found files, each once with the items that have it. */
export const FoundFiles = ({ files, ofOneProject, linkRef }: FoundFilesProps) => (
  <section className="mb-40" aria-labelledby="found-files">
    <header className="flex wrap baseline mb-12 gap-12 tight">
      <h2 id="found-files">Files</h2>
      <span className="faint label">{counted(files.length, 'file')}</span>
    </header>
    <Card>
      <ul className="ruled">
        {files.map(({ key, found, places }) => {
          const [first] = places
          return (
            <li key={key} className="row relative gap-12 line hover-row">
              {markOfFile(found)}
              <div className="grow shrink">
                {first && (
                  <Link
                    ref={linkRef(key)}
                    to={paths.itemAttachments(first.itemID, found.remote ?? '', found.page)}
                    dir="auto"
                    className="strong ink clamp link-over"
                  >
                    {titleOfFile(found)}
                  </Link>
                )}
                {found.excerpt && <p className="muted label clamp">{excerptOf(found.excerpt)}</p>}
                <p className="faint small">
                  {places.length > 1 && `${places.length} places: `}
                  {places.slice(0, PLACES_SHOWN).map(({ itemID, title, room, project }, at) => (
                    <span key={itemID}>
                      {at > 0 && ' · '}
                      <Link to={paths.editItem(itemID)} className="relative above">
                        <bdi>{title.text}</bdi>, <bdi>{room}</bdi>
                        {!ofOneProject && (
                          <>
                            , <bdi>{project}</bdi>
                          </>
                        )}
                      </Link>
                    </span>
                  ))}
                  {places.length > PLACES_SHOWN && ` and ${places.length - PLACES_SHOWN} more`}
                </p>
              </div>
            </li>
          )
        })}
      </ul>
    </Card>
  </section>
)
