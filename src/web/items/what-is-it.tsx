import { useMemo, useState } from 'react'
import { findKinds, knownKinds, type CategoryEntry, type Kind } from '../../shared/find-kind.ts'
import { ComboField } from '../ui/combo-field.tsx'
import styles from './what-is-it.module.css'

interface WhatIsItProps {
  categories: readonly CategoryEntry[]
  /** The name of the type of the room whose categories they are. */
  roomType: string
  onChoose: (kind: Kind) => void
}

/** One box instead of two lists: what the thing is called in everyday words. What the page has loaded is all it takes. */
export const WhatIsIt = ({ categories, roomType, onChoose }: WhatIsItProps) => {
  const [text, setText] = useState('')
  const known = useMemo(() => knownKinds(categories), [categories])
  const kinds = useMemo(() => findKinds(known, text), [known, text])
  const isUnknown = text.trim() !== '' && kinds.length === 0
  return (
    <ComboField
      label="What is it?"
      name="what"
      value={text}
      listName="What it could be"
      takesFirst
      // Where it opens no keyboard over the form.
      autoFocus={matchMedia('(pointer: fine)').matches}
      hint={
        isUnknown
          ? `Nothing in a room of the type ${roomType} is called that. Choose from the lists below.`
          : 'In your own words, such as towel hook. Or choose from the lists below.'
      }
      choices={kinds.map((kind) => ({
        key: `${kind.catID} ${kind.subcatID}`,
        kind,
        content: (
          <span className={styles.kind}>
            <span>{kind.subcategory}</span> <span className={styles.category}>{kind.category}</span>
          </span>
        ),
      }))}
      onChange={setText}
      onChoose={({ kind }) => {
        setText('')
        onChoose(kind)
      }}
    />
  )
}
