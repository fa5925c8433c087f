import type { ReactNode } from 'react'
import { FormCell } from './form-grid.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'

type Name = 'address' | 'address2' | 'city' | 'state' | 'zip'

interface AddressFieldsProps {
  /** The properties of the field with this name. */
  field: (name: Name) => Pick<TextFieldProps, 'name' | 'value' | 'onChange' | 'onBlur' | 'error' | 'changed'>
  /** Stands above the first field, at the right. */
  action?: ReactNode
}

/** A postal address, in a FormGrid. */
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
