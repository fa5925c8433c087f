import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { Item } from '../../../shared/items/items.api.ts'
import { paths } from '../../lib/paths.ts'
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx'
import { Page } from '../../ui/page/page.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { TitleBlock } from '../../ui/page/title-block.tsx'
import { ItemHead } from './item-head.tsx'

const Attachments = lazyComponent(
  async () => (await import('../../attachments/attachments.tsx')).Attachments,
  'Attachments',
)
const ItemHistory = lazyComponent(
  async () => (await import('../../items/history/item-history.tsx')).ItemHistory,
  'History',
)

/** An item for viewers. */
export const ViewItem = ({ item }: { item: Item }) => {
  const [query] = useSearchParams()
  const tab = query.get('tab')
  const onAttachments = tab === 'attachments'
  const onHistory = tab === 'history'
  return (
    <Page>
      <title>{`${item.title} · Roomfolio`}</title>
      <Breadcrumbs
        items={[
          { name: 'Home', to: paths.selectProject() },
          { name: item.projectName, to: paths.projectHome(item.projectID) },
          { name: item.roomName, to: paths.roomItems(item.roomID) },
          { name: item.subCatName },
        ]}
      />
      <ItemHead item={item} tab={onAttachments ? 'attachments' : onHistory ? 'history' : 'details'} />
      <Tabs
        label="Item"
        tabs={[
          { to: paths.editItem(item.itemID), name: 'Item Details', selected: !onAttachments && !onHistory },
          {
            to: paths.itemAttachments(item.itemID),
            name: 'Attachments',
            count: item.attachments.length,
            selected: onAttachments,
          },
          { to: paths.itemHistory(item.itemID), name: 'History', selected: onHistory },
        ]}
      >
        {onAttachments || onHistory ? (
          <Suspense fallback={<Spinner />}>
            {onHistory ? (
              <ItemHistory item={item} />
            ) : (
              <Attachments itemID={item.itemID} attachments={item.attachments} />
            )}
          </Suspense>
        ) : (
          <TitleBlock
            layout="row"
            facts={[
              { name: 'Project Name', value: item.projectName },
              { name: 'Room Name', value: item.roomName },
              { name: 'Category', value: item.catName },
              { name: 'Sub Category', value: item.subCatName },
            ]}
          />
        )}
      </Tabs>
    </Page>
  )
}
