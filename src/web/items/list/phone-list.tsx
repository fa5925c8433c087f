import type { Item } from '../../../shared/items/items.api.ts'
import { counted } from '../../lib/pluralize.ts'
import { Picture } from '../../ui/files/picture.tsx'
import { useLargeView } from '../../attachments/viewer/use-large-view.tsx'
import { paths } from '../../lib/paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { IconFolder } from '../../ui/icons.tsx'
import type { ListProps } from './list-props.ts'
import { ItemValues } from './item-values.tsx'
import { Notes } from '../form/notes.tsx'
import { PhoneRows } from './phone-rows.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './phone-list.module.css'

const OpenedItem = ({ item }: { item: Item }) => {
  const { pictures, openLarge, largeView } = useLargeView(item.itemID, item.attachments)
  return (
    <>
      <ItemValues item={item} />
      <Notes item={item} />
      {pictures.length > 0 && (
        <div className={classNames('flex gap-8', styles.pictures)}>
          {pictures.map((picture) => (
            <button
              key={picture.remote}
              type="button"
              className={classNames('fixed clip', styles.picture)}
              aria-label={`Picture ${picture.caption || picture.name}`}
              onClick={() => openLarge(picture.remote)}
            >
              <Picture file={picture} version="thumbnail" lazy />
            </button>
          ))}
        </div>
      )}
      <div className="flex wrap gap-8 mt-16">
        <LinkButton to={paths.editItem(item.itemID)}>Open Item</LinkButton>
        <LinkButton kind="quiet" icon={<IconFolder />} to={paths.itemAttachments(item.itemID)}>
          {counted(item.attachments.length, 'File')}
        </LinkButton>
      </div>
      {largeView}
    </>
  )
}

/** The items of a room on phones. */
export const PhoneList = (props: ListProps) => <PhoneRows {...props} Opened={OpenedItem} />
