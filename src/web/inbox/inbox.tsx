import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { counted } from '../counted.ts'
import { paths } from '../paths.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { NothingHereDrawing } from '../ui/drawings/nothing-here.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Page } from '../ui/page.tsx'
import { BigPhoto } from './big-photo.tsx'
import type { Loaded } from './inbox.page.tsx'
import styles from './inbox.module.css'
import { usePhotosOnTheirWay } from './photo-queue.ts'
import { PhotosOnTheirWay } from './photos-on-their-way.tsx'
import { Prints } from './prints.tsx'
import { PutOnItem } from './put-on-item.tsx'
import { TakePhotos } from './take-photos.tsx'
import { useSorting } from './use-sorting.ts'

/** Photos that wait for an item: prints at the left, one of them large, and what they may be of at the right. */
export const Inbox = (loaded: Loaded) => {
  const { projectID, projectName, may, photos, room } = loaded
  const { revalidate } = useRevalidator()
  const onTheirWay = usePhotosOnTheirWay(projectID, () => void revalidate())
  const mayWrite = may !== 'read'
  const [shownID, setShownID] = useState<number>()
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const shown = photos.find(({ photoID }) => photoID === shownID) ?? photos[0]
  const several = photos.filter(({ photoID }) => ticked.has(photoID))
  const chosen = several.length > 0 ? several : photos.filter((photo) => photo === shown)
  const sorting = useSorting(projectID, () => setTicked(new Set()))
  const take = mayWrite && <TakePhotos projectID={projectID} roomID={room?.roomID} />
  return (
    <Page>
      <title>{`Photo Inbox · ${projectName} · Roomfolio`}</title>
      <Breadcrumbs
        items={[
          { name: 'Home', to: paths.selectProject() },
          { name: projectName, to: paths.projectHome(projectID) },
          ...(room ? [{ name: room.roomName, to: paths.roomItems(room.roomID) }] : []),
          { name: 'Photo Inbox' },
        ]}
      />
      <PageHead
        title="Photo Inbox"
        sub={photos.length > 0 && `${counted(photos.length, 'photo')} to put on items`}
        actions={photos.length > 0 && take}
      />
      <PhotosOnTheirWay {...onTheirWay} />
      {shown ? (
        <div className={styles.table}>
          <Prints
            photos={photos}
            shown={shown}
            ticked={ticked}
            onShow={(photo) => setShownID(photo.photoID)}
            onTick={mayWrite ? setTicked : undefined}
          />
          <BigPhoto
            photo={shown}
            onDelete={mayWrite ? () => sorting.remove(chosen) : undefined}
            count={chosen.length}
          />
          {mayWrite && <PutOnItem {...loaded} chosen={chosen} sorting={sorting} />}
        </div>
      ) : (
        <EmptyState
          drawing={<NothingHereDrawing />}
          title="No photos are waiting here."
          help={
            mayWrite &&
            'Photograph rating plates, labels and receipts as you find them, and put them on items when there is time.'
          }
        >
          {take}
        </EmptyState>
      )}
    </Page>
  )
}
