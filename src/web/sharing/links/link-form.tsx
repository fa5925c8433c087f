import { useState } from 'react'
import { type Hides, type LinkScope, type Link, type listLinks, linkName } from '../../../shared/sharing/links.api.ts'
import type { ResponseOf } from '../../../shared/contract/endpoint.ts'
import type { RoomCard } from '../../../shared/projects/rooms.api.ts'
import { ApiError, sentence } from '../../lib/errors.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Form, FormNotes } from '../../ui/forms/form.tsx'
import { Card, CardBody } from '../../ui/card.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../lib/toasts.ts'
import { dayOf, endOf } from '../../lib/days.ts'
import { HideChoices } from './hide-choices.tsx'
import { ScopeChoice, scopeOf, WHOLE } from './scope-choice.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './links.module.css'

export interface LinkInputs {
  name: string
  roomID?: number
  scope?: LinkScope
  endsAt: string | null
  hides: Hides
}

const HIDES_AT_FIRST: Hides = { notes: false, files: false, positions: true, labels: [] }

interface LinkFormProps extends Omit<ResponseOf<typeof listLinks>, 'links'> {
  /** The link to edit; undefined for a new one. */
  link: Link | undefined
  rooms: readonly RoomCard[]
  onSave: (inputs: LinkInputs) => Promise<void>
  onCancel: () => void
}

/** The name of a link, what it shows, when it expires, and what it hides. */
export const LinkForm = ({ link, rooms, labels, categories, trades, onSave, onCancel }: LinkFormProps) => {
  const [initial] = useState(() => ({
    name: link?.name ?? '',
    scope: WHOLE,
    endsAt: link?.endsAt ? dayOf(link.endsAt) : '',
    hides: link?.hides ?? HIDES_AT_FIRST,
  }))
  const form = useForm(
    initial,
    ({ name, scope }) => ({
      name: linkName.safeParse(name).error?.issues[0]?.message,
      scope: !link && scopeOf(scope).scope?.rooms?.length === 0 ? 'Choose at least one room.' : undefined,
    }),
    'enters',
    link ? `link-${link.linkID}` : 'new-link',
  )
  const { field, values } = form
  const scope = field('scope')

  const send = async () => {
    const { endsAt: day, hides } = values
    const isSameDay = link?.endsAt && dayOf(link.endsAt) === day
    const endsAt = day === '' ? null : isSameDay ? link.endsAt : endOf(day)
    await onSave({ name: linkName.parse(values.name), endsAt, hides, ...(!link && scopeOf(values.scope)) })
    return undefined
  }
  const failureOf = (error: unknown) => {
    if (error instanceof ApiError && error.status === 400) {
      const elsewhere = Object.entries(error.fields).filter(([name]) => !(name in values))
      return elsewhere.map(([, text]) => text).join(' ') || undefined
    }
    const words = `Unable to ${link ? 'change' : 'create'} the link`
    toast({ kind: 'error', text: sentence(error, { 404: 'This link no longer exists', other: words }) })
    return undefined
  }

  return (
    <Card>
      <CardBody>
        <FormNotes form={form} />
        <Form
          form={form}
          guarded
          hasNotes
          aria-label={link ? `Change ${link.name}` : 'New Link'}
          className="grid gap-12"
          onSubmit={() => form.submit('save', send, failureOf)}
        >
          <TextField
            label="Name"
            hint="Just for you, e.g. Painter, hall"
            autoComplete="off"
            autoFocus
            {...field('name')}
          />
          {!link && (
            <ScopeChoice
              {...{ rooms, categories, trades }}
              chosen={scope.value}
              onChange={scope.onChange}
              error={scope.error}
            />
          )}
          <TextField label="Expires" optional type="date" {...field('endsAt')} />
          <HideChoices labels={labels} hides={values.hides} onChange={field('hides').onChange} />
          <div className={classNames('flex wrap gap-8 mt-8', styles.actions)}>
            <Button type="submit" kind="primary" busy={form.busy}>
              {link ? 'Update Link' : 'Create Link'}
            </Button>
            <Button onClick={onCancel}>Cancel</Button>
          </div>
        </Form>
      </CardBody>
    </Card>
  )
}
