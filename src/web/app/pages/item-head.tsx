import { Suspense, type RefObject } from 'react'
import type { Item } from '../../../shared/items/items.api.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { IconCamera, IconPencil } from '../../ui/icons.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { MobileActionBar, MobileActionLink } from '../../ui/page/mobile-action-bar.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { ItemCard } from '../../items/list/item-card.tsx'
import { ItemChip } from '../../items/list/item-chip.tsx'
import styles from './item-head.module.css'

const ItemTasks = lazyComponent(async () => (await import('../../upkeep/tasks/item-tasks.tsx')).ItemTasks, 'Tasks')

interface ItemHeadProps {
  item: Item
  tab: 'details' | 'attachments' | 'history'
  /** The form; absent for viewers. */
  fields?: RefObject<HTMLElement | null> | undefined
}

/** The header of an item: its card, or only its name above attachments and, on phones, history. */
export const ItemHead = ({ item, tab, fields }: ItemHeadProps) => {
  const isPhone = useIsPhone()
  if (tab === 'attachments' || (tab === 'history' && isPhone)) {
    return (
      <PageHeader
        title={item.title}
        sub={item.title !== item.subCatName && item.subCatName}
        chip={<ItemChip item={item} size="head" />}
      />
    )
  }
  const edit = () => {
    fields?.current?.scrollIntoView()
    fields?.current?.focus({ preventScroll: true })
  }
  return (
    <div className={styles.first}>
      <ItemCard item={item}>
        <Suspense>
          <ItemTasks item={item} />
        </Suspense>
      </ItemCard>
      {isPhone && fields && (
        <MobileActionBar
          scrollsAway
          icons={
            <MobileActionLink
              to={paths.itemAttachments(item.itemID)}
              label="Add Photos and Files"
              icon={<IconCamera aria-hidden="true" />}
            />
          }
        >
          <Button icon={<IconPencil />} onClick={edit}>
            Edit Fields
          </Button>
        </MobileActionBar>
      )}
    </div>
  )
}
