import { useState } from 'react'
import { setSecondFactorRule, type FactorRule } from '../../../shared/identity/second-factor.api.ts'
import { call } from '../../lib/call.ts'
import { sentence } from '../../lib/errors.ts'
import { Message } from '../../ui/message.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { toast } from '../../lib/toasts.ts'

const RULES: readonly (readonly [FactorRule, string])[] = [
  ['nobody', 'No one'],
  ['admins', 'Admins'],
  ['everyone', 'Everyone'],
]

/** Who must have a second factor. */
export const RequiredSecondFactor = ({ requiredFor }: { requiredFor: FactorRule }) => {
  const [shown, setShown] = useState(requiredFor)
  const [failure, setFailure] = useState<string>()

  const choose = async (chosen: FactorRule) => {
    setShown(chosen)
    setFailure(undefined)
    try {
      const { message } = await call(setSecondFactorRule, { body: { requiredFor: chosen } })
      toast({ kind: 'success', text: message })
    } catch (error) {
      setShown(shown)
      setFailure(
        sentence(error, {
          403: 'Set up your own second factor first, in My Account.',
          other: 'Couldn’t change who needs a second factor',
        }),
      )
    }
  }

  return (
    <section className="mt-40" aria-labelledby="second-factor">
      <h2 className="mb-16" id="second-factor">
        Second Factor
      </h2>
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      <div className="measure">
        <Select
          label="Required For"
          name="requiredFor"
          hint="People without one must set it up the next time they use Roomfolio."
          value={shown}
          onChange={(chosen) => void choose(chosen as FactorRule)}
        >
          {RULES.map(([rule, name]) => (
            <option key={rule} value={rule}>
              {name}
            </option>
          ))}
        </Select>
      </div>
    </section>
  )
}
