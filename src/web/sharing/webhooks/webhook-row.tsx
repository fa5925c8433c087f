import type { Webhook } from '../../../shared/sharing/webhooks.api.ts'
import { counted } from '../../lib/pluralize.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Time } from '../../ui/time.tsx'
import { TOPIC_NAMES } from './topic-names.ts'
import styles from './webhooks.module.css'

type Delivery = Webhook['deliveries'][number]

const resultOf = ({ status, failure, tries }: Delivery): string =>
  (failure ?? `Arrived (${status}).`) + (tries > 1 ? ` ${counted(tries, 'try', 'tries')}.` : '')

interface WebhookRowProps {
  webhook: Webhook
  onTest: () => void
  onRemove: () => void
}

export const WebhookRow = ({ webhook, onTest, onRemove }: WebhookRowProps) => {
  const { address, topics, ended, deliveries } = webhook
  return (
    <li className="pad">
      <p className={styles.address}>{address}</p>
      <p className="faint small">{topics.map((topic) => TOPIC_NAMES[topic]).join(', ')}</p>
      {ended !== null && <p className="danger small mt-4">Stopped: {ended} A test turns it on again.</p>}
      <div className="row wrap gap-8 mt-12">
        <Button small aria-label={`Send Test to ${address}`} onClick={onTest}>
          Send Test
        </Button>
        <Button small aria-label={`Remove the Webhook to ${address}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
      {deliveries.length > 0 && (
        <details>
          <summary className={classNames('small', styles.summary)}>Latest Deliveries</summary>
          <ul aria-label={`Deliveries to ${address}`}>
            {deliveries.map((delivery) => (
              <li key={delivery.deliveryID} className="small mt-8">
                <code>{delivery.type}</code>{' '}
                <span className="faint">
                  <Time at={delivery.at} />
                </span>{' '}
                <span className={delivery.failure === null ? undefined : 'danger'}>{resultOf(delivery)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}
