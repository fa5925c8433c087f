import { useState } from 'react'
import { redirect, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { listInboxPhotos, type Photo } from '../../../shared/items/inbox.api.ts'
import { call } from '../../lib/call.ts'
import { useLostFocus } from '../../lib/focus/use-lost-focus.ts'
import { counted } from '../../lib/pluralize.ts'
import { useLargeView } from '../../attachments/viewer/use-large-view.tsx'
import { paths } from '../../lib/paths.ts'
import { loadProject } from '../../projects/load-project.ts'
import { queryIDOf } from '../../lib/query-id.ts'
import { redirectTemplate } from '../../projects/templates/redirect-template.ts'
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconCamera } from '../../ui/icons.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Page } from '../../ui/page/page.tsx'
import { CurrentPhoto } from './current-photo.tsx'
import { asPicture } from './as-picture.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './inbox.module.css'
import { usePhotoUploads } from './photo-queue.ts'
import { PhotoUploads } from './photo-uploads.tsx'
import { PhotoGrid } from './photo-grid.tsx'
import { PutOnItem } from './put-on-item.tsx'
import { TakePhotos } from './take-photos.tsx'
import { useSorting } from './use-sorting.ts'

export const loader = async (args: LoaderFunctionArgs) => {
  const { request } = args
  const projectID = queryIDOf(request, 'projectID')
  if (projectID === undefined) throw redirect(paths.selectProject())
  const [project, inbox] = await Promise.all([
    loadProject(args),
    call(listInboxPhotos, { query: { projectID } }, { signal: request.signal }).catch(redirectTemplate(projectID)),
  ])
  // The room for further photos.
  return { ...project, inbox, roomID: queryIDOf(request, 'roomID') }
}

type Shown = Awaited<ReturnType<typeof loader>>

export const Component = () => {
  const shown = useLoaderData<typeof loader>()
  return <Inbox key={shown.project.projectID} {...shown} />
}

/** The photo to show after these are gone: the next one, else the previous one. */
const nextOf = (photos: readonly Photo[], shown: Photo | undefined, gone: readonly Photo[]): Photo | undefined => {
  const stays = (photo: Photo) => !gone.some(({ photoID }) => photoID === photo.photoID)
  const at = photos.findIndex(({ photoID }) => photoID === shown?.photoID)
  return photos.slice(Math.max(at, 0)).find(stays) ?? photos.findLast(stays)
}

/** Photos not on an item yet: prints on the left, one of them large, and matching items on the right. */
const Inbox = ({ project: { projectID }, inbox, rooms, roomID }: Shown) => {
  const { projectName, may, photos } = inbox
  const { revalidate } = useRevalidator()
  const onTheirWay = usePhotoUploads(projectID, () => void revalidate())
  const mayWrite = may !== 'read'
  const room = rooms.find(({ ID }) => ID === roomID)
  const [shownID, setShownID] = useState<number>()
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const large = photos.find(({ photoID }) => photoID === shownID) ?? photos[0]
  const several = photos.filter(({ photoID }) => ticked.has(photoID))
  const chosen = several.length > 0 ? several : photos.filter((photo) => photo === large)
  const { openLarge, largeView } = useLargeView(projectID, photos.map(asPicture))
  const [timesSorted, setTimesSorted] = useState(0)
  const lostFocus = useLostFocus()
  const sorting = useSorting(projectID, (gone) => {
    setTicked(new Set())
    setTimesSorted((times) => times + 1)
    setShownID(nextOf(photos, large, gone)?.photoID)
  })
  const take = mayWrite && <TakePhotos projectID={projectID} roomID={room?.ID} />
  return (
    <Page>
      <title>{`Photo Inbox · ${projectName} · Roomfolio`}</title>
      <Breadcrumbs
        items={[
          { name: 'Home', to: paths.selectProject() },
          { name: projectName, to: paths.projectHome(projectID) },
          ...(room ? [{ name: room.name, to: paths.roomItems(room.ID) }] : []),
          { name: 'Photo Inbox' },
        ]}
      />
      <PageHeader
        title="Photo Inbox"
        sub={photos.length > 0 && `${counted(photos.length, 'photo')} waiting to be filed`}
        actions={photos.length > 0 && take}
      />
      <PhotoUploads {...onTheirWay} />
      {large ? (
        <div className={classNames('grid top gap-24', styles.table)} {...lostFocus}>
          <PhotoGrid
            photos={photos}
            shown={large}
            selected={ticked}
            onShow={(photo) => setShownID(photo.photoID)}
            onSelect={mayWrite ? setTicked : undefined}
          />
          <CurrentPhoto
            photo={large}
            onOpen={() => openLarge(large.remote)}
            onRotate={mayWrite ? () => sorting.turn(large) : undefined}
            onDelete={mayWrite ? () => sorting.remove(chosen) : undefined}
            count={chosen.length}
          />
          {mayWrite && <PutOnItem {...inbox} {...{ projectID, rooms, chosen, sorting, sortedCount: timesSorted }} />}
          {largeView}
        </div>
      ) : (
        <EmptyState
          drawing={<IconCamera className="faint" aria-hidden="true" />}
          title="Your photo inbox is empty."
          help={mayWrite && 'Snap labels, rating plates, and receipts now. File them later.'}
        >
          {take}
        </EmptyState>
      )}
    </Page>
  )
}
