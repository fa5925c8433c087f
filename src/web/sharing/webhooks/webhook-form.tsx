import { useState, type FormEvent } from 'react'
import { createWebhook, TOPICS, type Topic } from '../../../shared/sharing/webhooks.api.ts'
import { SENTENCES } from '../../../shared/contract/text-rules.ts'
import { call } from '../../lib/call.ts'
import { sentence } from '../../lib/errors.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Message } from '../../ui/message.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { TOPIC_NAMES } from './topic-names.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './webhooks.module.css'

const EMPTY = { address: '' }
const CHOSEN: readonly Topic[] = ['item', 'file', 'room', 'task']

const problemsOf = ({ address }: Readonly<typeof EMPTY>) => ({
  ...(address.trim() === '' && { address: SENTENCES.required }),
})

const failureOf = (error: unknown): string =>
  sentence(error, { 409: (serverText) => serverText, other: 'Unable to create the webhook' })

interface WebhookFormProps {
  projectID: number
  onMade: (secret: string) => void
}

export const WebhookForm = ({ projectID, onMade }: WebhookFormProps) => {
  const { ref, texts, field, submit, answer, pressed } = useForm(EMPTY, problemsOf)
  const [topics, setTopics] = useState(CHOSEN)
  const isNothing = topics.length === 0

  const create = async () => {
    const body = { projectID, address: texts.address, topics: [...topics] }
    const { secret } = await call(createWebhook, { body })
    onMade(secret)
    return { message: 'Webhook created' }
  }

  return (
    <form
      ref={ref}
      noValidate
      aria-label="New Webhook"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (!isNothing) void submit('create', create, failureOf)
      }}
    >
      {answer && <Message kind={answer.kind}>{answer.text}</Message>}
      <TextField
        label="Address"
        hint="Where the other program listens, e.g. https://n8n.example.com/webhook/home"
        inputMode="url"
        autoComplete="off"
        {...field('address')}
      />
      <fieldset className={classNames('cells small-cells gap-4-12', styles.topics)}>
        <legend className="label bold">Messages about</legend>
        {TOPICS.map((topic) => (
          <Checkbox
            key={topic}
            label={TOPIC_NAMES[topic]}
            name={topic}
            checked={topics.includes(topic)}
            onChange={(isChosen) => setTopics(isChosen ? [...topics, topic] : topics.filter((each) => each !== topic))}
          />
        ))}
        {isNothing && <p role="alert">Choose at least one.</p>}
      </fieldset>
      <div className="row wrap gap-8 mt-24 wide-buttons">
        <Button type="submit" kind="primary" busy={pressed !== undefined}>
          Create Webhook
        </Button>
      </div>
    </form>
  )
}
