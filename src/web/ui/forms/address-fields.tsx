import type { ReactNode } from 'react'
import { FormCell } from './form-grid.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

type Name = 'address' | 'address2' | 'city' | 'state' | 'zip'

interface AddressFieldsProps {
  /** Props for the field with this name. */
  field: (name: Name) => Pick<TextFieldProps, 'name' | 'value' | 'onChange' | 'onBlur' | 'error' | 'changed'>
  /** Shown above the first field, right-aligned. */
  action?: ReactNode
}

export const AddressFields = ({ field, action }: AddressFieldsProps) => (
  <>
    <FormCell span="full">
      {action}
      <TextField label="Address" autoComplete="address-line1" {...field('address')} />
    </FormCell>
    <FormCell span="full">
      <TextField label="Address 2" optional autoComplete="address-line2" {...field('address2')} />
    </FormCell>
    <FormCell span="third">
      <TextField label="City" autoComplete="address-level2" {...field('city')} />
    </FormCell>
    <FormCell span="third" pair>
      <TextField label="State" autoComplete="address-level1" {...field('state')} />
    </FormCell>
    <FormCell span="third" pair>
      <TextField label="Zip" autoComplete="postal-code" {...field('zip')} />
    </FormCell>
  </>
)
