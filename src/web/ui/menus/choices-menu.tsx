import type { ReactNode } from 'react'
import { Checkbox } from '../forms/checkbox.tsx'
import { Menu } from './menu.tsx'

interface ChoicesMenuProps {
  name: string
  icon: ReactNode
  choices: readonly { key: string; name: string; checked: boolean }[]
  onChange: (key: string, checked: boolean) => void
}

export const ChoicesMenu = ({ name, icon, choices, onChange }: ChoicesMenuProps) => (
  <Menu name={name} icon={icon}>
    {() => (
      <fieldset className="grid nowrap gap-4">
        <legend className="visually-hidden">{name}</legend>
        {choices.map((choice) => (
          <Checkbox
            key={choice.key}
            name={choice.key}
            label={choice.name}
            checked={choice.checked}
            onChange={(checked) => onChange(choice.key, checked)}
          />
        ))}
      </fieldset>
    )}
  </Menu>
)
