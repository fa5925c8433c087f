import type { GivenRight } from '../../../shared/sharing/members.api.ts'
import { emailAddress } from '../../../shared/contract/text.ts'
import { useForm, type Form as FormState } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './members.module.css'

const EMPTY = { email: '', may: 'read' as GivenRight }

export const useInviteForm = () =>
  useForm(EMPTY, ({ email }) => ({ email: emailAddress.safeParse(email).error?.issues[0]?.message }))

export const InviteForm = ({ form, onInvite }: { form: FormState<typeof EMPTY>; onInvite: () => void }) => (
  <Form
    form={form}
    hasNotes
    className={classNames('with-button rule-bottom on-quiet pad', styles.invite)}
    onSubmit={() => {
      if (form.check()) onInvite()
    }}
  >
    <TextField label="Invite by email" type="email" autoComplete="off" {...form.field('email')} />
    <Select
      label="Access"
      {...form.field('may')}
      onChange={(may) => form.put({ may: may === 'write' ? 'write' : 'read' })}
    >
      <option value="read">Viewer</option>
      <option value="write">Editor</option>
    </Select>
    <Button type="submit" kind="primary" busy={form.pressed === 'invite'}>
      Invite
    </Button>
  </Form>
)
