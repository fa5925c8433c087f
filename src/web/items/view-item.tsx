import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { OWN_TEXTS, OWN_TEXT_NAMES, type Item } from '../../shared/items.ts'
import { paths } from '../paths.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Page } from '../ui/page.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { TitleBlock } from '../ui/title-block.tsx'
import { ItemChip } from './item-chip.tsx'
import { Attachments } from './later-attachments.ts'
import styles from './view-item.module.css'

/** An item for whoever may look at it and not change it. */
export const ViewItem = ({ item }: { item: Item }) => {
  const [query] = useSearchParams()
  const onAttachments = query.get('tab') === 'attachments'
  const values = item.labels.map(({ label, field }, position) => ({
    name: label,
    value: item[field] || (position === 0 ? 'Unspecified' : 'N/A'),
  }))
  const own = OWN_TEXT_NAMES.map((text) => {
    const { title, answer } = OWN_TEXTS[text]
    return { name: title, value: <p className={styles.own}>{item[answer] || 'N/A'}</p> }
  })
  return (
    <Page width={onAttachments ? 'full' : 'form'}>
      <title>{`${item.title} · Roomfolio`}</title>
      <Breadcrumbs
        items={[
          { name: 'Home', to: paths.selectProject() },
          { name: item.projectName, to: paths.projectHome(item.projectID) },
          { name: item.roomName, to: paths.roomItems(item.roomID) },
          { name: item.subCatName },
        ]}
      />
      <PageHead
        title={item.subCatName}
        sub={item.title !== item.subCatName && item.title}
        chip={<ItemChip item={item} size="head" />}
      />
      <Tabs
        label="Item"
        tabs={[
          { to: paths.editItem(item.itemID), name: 'Item Details', selected: !onAttachments },
          {
            to: paths.itemAttachments(item.itemID),
            name: 'Attachments',
            count: item.attachments.length,
            selected: onAttachments,
          },
        ]}
      >
        {onAttachments ? (
          <Suspense fallback={<Spinner />}>
            <Attachments attachments={item.attachments} />
          </Suspense>
        ) : (
          <>
            <TitleBlock
              layout="row"
              facts={[
                { name: 'Project Name', value: item.projectName },
                { name: 'Room Name', value: item.roomName },
                { name: 'Category', value: item.catName },
                { name: 'Sub Category', value: item.subCatName },
              ]}
            />
            <div className={styles.values}>
              <TitleBlock layout="stack" facts={[...values, ...own]} />
            </div>
          </>
        )}
      </Tabs>
    </Page>
  )
}
