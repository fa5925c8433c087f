import { useId, type ReactNode } from 'react'
import { withoutPath } from '../lib/public-path.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { FormFooter } from '../ui/form-footer.tsx'
import { IconDownload, IconExternalLink } from '../ui/icons.tsx'
import { Message } from '../ui/message.tsx'
import { Card, CardBody } from '../ui/card.tsx'
import { classNames } from '../ui/class-names.ts'
import styles from './papers.module.css'
import { usePaper } from './use-paper.ts'

interface PaperKindProps {
  name: string
  /** A preview. Decorative. */
  drawing: ReactNode
  about: string
  choices: ReactNode
  /** Further options, shown below. */
  more?: ReactNode
  /** The address of the paper with the chosen options. */
  address: string
  /** The label of the button that opens it in a new tab. */
  print?: string
}

/** One kind of paper with its options. */
export const PaperKind = ({
  name,
  drawing,
  about,
  choices,
  more,
  address,
  print = 'Open to Print',
}: PaperKindProps) => {
  const { making, failure, make, cancel } = usePaper()
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.paper}>
      <Card>
        <CardBody>
          <div className={classNames('flex top', styles.kind)}>
            {drawing}
            <div className={classNames('grid grow gap-12', styles.words)}>
              <h2 id={id}>{name}</h2>
              <p>{about}</p>
              <div className={classNames('flex wrap gap-20 mt-8', styles.choices)}>{choices}</div>
              {more}
              {failure !== undefined && <Message kind="error">{failure}</Message>}
            </div>
          </div>
        </CardBody>
        <FormFooter
          status={making ? 'Making the PDF …' : undefined}
          end={
            making && (
              <Button kind="quiet" onClick={cancel}>
                Cancel
              </Button>
            )
          }
        >
          <Button kind="primary" icon={<IconDownload />} busy={making} onClick={() => make(address)}>
            Download PDF
          </Button>
          <LinkButton icon={<IconExternalLink />} to={withoutPath(address)} reloadDocument target="_blank">
            {print}
          </LinkButton>
        </FormFooter>
      </Card>
    </section>
  )
}
