import { OWN_TEXT_NAMES, OWN_TEXTS, type Item } from '../../shared/items.ts'
import { LinkedText } from './linked-text.tsx'
import styles from './own-texts.module.css'

/** Its notes and whatever else stands under no label of its subcategory, as far as it is written. */
export const OwnTexts = ({ item }: { item: Item }) =>
  OWN_TEXT_NAMES.map((name) => {
    const text = item[OWN_TEXTS[name].answer]
    return (
      text && (
        <p key={name} className={styles.text}>
          <LinkedText text={text} />
        </p>
      )
    )
  })
