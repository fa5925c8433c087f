import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'

export interface Factor {
  code: string
  rememberBrowser: boolean
}

interface CodeFieldsProps {
  factor: Factor
  onChange: (factor: Factor) => void
}

/** The second step of a login. */
export const CodeFields = ({ factor, onChange }: CodeFieldsProps) => {
  const [hasNoApp, setHasNoApp] = useState(false)
  const field = {
    name: 'code',
    autoFocus: true,
    autoCapitalize: 'none',
    spellCheck: false,
    value: factor.code,
    onChange: (code: string) => onChange({ ...factor, code }),
  }
  return (
    <>
      {hasNoApp ? (
        <TextField
          key="recovery"
          label="Recovery Code"
          hint="One of the ten codes you saved. Each works once."
          autoComplete="off"
          {...field}
        />
      ) : (
        <TextField
          key="app"
          label="Code"
          hint="The six digits your authenticator app shows now."
          inputMode="numeric"
          autoComplete="one-time-code"
          {...field}
        />
      )}
      <Checkbox
        label="Remember this device for 30 days"
        name="rememberBrowser"
        checked={factor.rememberBrowser}
        onChange={(rememberBrowser) => onChange({ ...factor, rememberBrowser })}
      />
      <Button
        kind="quiet"
        onClick={() => {
          onChange({ ...factor, code: '' })
          setHasNoApp(!hasNoApp)
        }}
      >
        {hasNoApp ? 'Use Your App' : 'Use a Recovery Code'}
      </Button>
    </>
  )
}
