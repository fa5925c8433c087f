import { sameAliases } from '../../shared/structure/aliases.ts'
import { TextField } from '../ui/forms/text-field.tsx'

/** A subcategory's other names, as edited. */
export const aliasesOf = (stored: readonly string[], picked: string | undefined) => {
  const text = picked ?? stored.join(', ')
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return { text, names, isChanged: picked !== undefined && !sameAliases(names, stored) }
}

interface AliasesFieldProps {
  aliases: ReturnType<typeof aliasesOf>
  onPick: (text: string) => void
}

export const AliasesField = ({ aliases: { text, isChanged }, onPick }: AliasesFieldProps) => (
  <div className="part-below">
    <TextField
      label="Also Called"
      name="aliases"
      optional
      autoComplete="off"
      hint="Other names to find it by, separated by commas."
      changed={isChanged}
      value={text}
      onChange={onPick}
    />
  </div>
)
