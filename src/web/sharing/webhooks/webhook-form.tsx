import { TOPICS, type Topic } from '../../../shared/history/event-spec.ts'
import { createWebhook } from '../../../shared/sharing/webhooks.api.ts'
import { SENTENCES } from '../../../shared/contract/text-rules.ts'
import { call } from '../../lib/call.ts'
import { asIs } from '../../lib/errors.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { TOPIC_NAMES } from './topic-names.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './webhooks.module.css'

const EMPTY = { address: '', topics: ['item', 'file', 'room', 'task'] as readonly Topic[] }

const problemsOf = ({ address }: Readonly<typeof EMPTY>) => ({
  ...(address.trim() === '' && { address: SENTENCES.required }),
})

interface WebhookFormProps {
  projectID: number
  onMade: (secret: string) => void
}

export const WebhookForm = ({ projectID, onMade }: WebhookFormProps) => {
  const form = useForm(EMPTY, problemsOf)
  const { address, topics } = form.values
  const isNothing = topics.length === 0

  const create = async () => {
    const { secret } = await call(createWebhook, { body: { projectID, address, topics: [...topics] } })
    onMade(secret)
    return { message: 'Webhook created' }
  }

  const save = async () => {
    if (!isNothing) await form.submit('create', create, { 409: asIs, other: 'Unable to create the webhook' })
  }

  return (
    <Form form={form} aria-label="New Webhook" onSubmit={save}>
      <TextField
        label="Address"
        hint="Where the other program listens, e.g. https://n8n.example.com/webhook/home"
        inputMode="url"
        autoComplete="off"
        {...form.field('address')}
      />
      <fieldset className={classNames('cells small-cells gap-12 tight', styles.topics)}>
        <legend className="label bold">Messages about</legend>
        {TOPICS.map((topic) => (
          <Checkbox
            key={topic}
            label={TOPIC_NAMES[topic]}
            name={topic}
            checked={topics.includes(topic)}
            onChange={(isChosen) =>
              form.put({ topics: isChosen ? [...topics, topic] : topics.filter((each) => each !== topic) })
            }
          />
        ))}
        {isNothing && <p role="alert">Choose at least one.</p>}
      </fieldset>
      <div className="row wrap gap-8 mt-24 wide-buttons">
        <Button type="submit" kind="primary" busy={form.busy}>
          Create Webhook
        </Button>
      </div>
    </Form>
  )
}
