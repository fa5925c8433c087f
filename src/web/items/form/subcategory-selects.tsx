import { Select } from '../../ui/forms/select.tsx'
import type { CategoryEntry } from '../../../shared/items/suggest-subcategory.ts'

interface SubcategorySelectsProps {
  categories: readonly CategoryEntry[]
  /** IDs as text, '' for none. */
  catID: string
  subcatID: string
  errors?: { catID?: string | undefined; subcatID?: string | undefined }
  onCategory: (catID: string) => void
  onSubcategory: (subcatID: string) => void
}

/** Category, then subcategory, from those of the room. */
export const SubcategorySelects = ({
  categories,
  catID,
  subcatID,
  errors,
  onCategory,
  onSubcategory,
}: SubcategorySelectsProps) => {
  const chosen = categories.find((category) => String(category.catID) === catID)
  return (
    <>
      <Select label="Category" name="catID" value={catID} error={errors?.catID} onChange={onCategory}>
        <option value="">Choose a category</option>
        {categories.map((category) => (
          <option key={category.catID} value={category.catID}>
            {category.name}
          </option>
        ))}
      </Select>
      <Select
        label="Subcategory"
        name="subcatID"
        value={subcatID}
        error={errors?.subcatID}
        disabled={!chosen}
        onChange={onSubcategory}
      >
        <option value="">{chosen ? 'Choose a subcategory' : 'Choose a category first'}</option>
        {chosen?.subcategories.map((subcategory) => (
          <option key={subcategory.subcatID} value={subcategory.subcatID}>
            {subcategory.name}
          </option>
        ))}
      </Select>
    </>
  )
}
