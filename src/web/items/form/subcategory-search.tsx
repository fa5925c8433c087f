import { useMemo, useState } from 'react'
import {
  findKinds,
  knownKinds,
  otherKind,
  type CategoryEntry,
  type Kind,
} from '../../../shared/items/suggest-subcategory.ts'
import { ComboField } from '../../ui/forms/combo-field.tsx'

interface SubcategorySearchProps {
  /** The name of the chosen subcategory; '' for none. */
  chosen: string
  categories: readonly CategoryEntry[]
  /** The name of the room's type. */
  roomType: string
  /** Called with the typed words if they match no subcategory; they become the item's title. */
  onChoose: (kind: Kind, words?: string) => void
  /** The user is typing, so the previous choice no longer applies. */
  onType: () => void
}

/** One search field instead of two lists: users describe the item in everyday words. It uses only what the page has loaded. */
export const SubcategorySearch = ({ chosen, categories, roomType, onChoose, onType }: SubcategorySearchProps) => {
  /** Undefined while the field shows what is chosen. */
  const [typed, setTyped] = useState<string>()
  const text = typed ?? chosen
  const known = useMemo(() => knownKinds(categories), [categories])
  const kinds = useMemo(() => findKinds(known, text), [known, text])
  const words = text.trim()
  const isUnknown = typed !== undefined && words !== '' && kinds.length === 0
  const other = isUnknown ? otherKind(categories) : undefined
  return (
    <ComboField
      label="What is it?"
      name="what"
      value={text}
      // Typing replaces what was chosen.
      onFocus={({ target }) => target.select()}
      onBlur={() => words === '' && setTyped(undefined)}
      listName="What it could be"
      autoSelectsFirst
      // Not on touch devices, where the keyboard would cover the form.
      autoFocus={matchMedia('(pointer: fine)').matches}
      hint={
        // Read out when it changes.
        <span role="status">
          {isUnknown
            ? `No match for a ${roomType}. Choose a category below${other ? ', or pick Other' : ''}.`
            : 'Type what it is, like “towel hook”, or choose a category below.'}
        </span>
      }
      choices={(other ? [other] : kinds).map((kind) => ({
        key: `${kind.catID} ${kind.subcatID}`,
        kind,
        content: (
          <span className="flex wrap between gap-16 tight">
            <span>{other ? `${kind.subcategory}: ${words}` : kind.subcategory}</span>{' '}
            <span className="muted small">{kind.category}</span>
          </span>
        ),
      }))}
      onChange={(now) => {
        setTyped(now)
        if (now.trim() !== '') onType()
      }}
      onChoose={({ kind }) => {
        setTyped(undefined)
        onChoose(kind, other && words)
      }}
    />
  )
}
