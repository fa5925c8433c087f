import type { ReactNode } from 'react'
import { withoutPath } from '../lib/public-path.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { FormFooter } from '../ui/forms/form-footer.tsx'
import { IconDownload, IconExternalLink } from '../ui/icons.tsx'
import { Message } from '../ui/message.tsx'
import { classNames } from '../ui/class-names.ts'
import { PaperLine } from './paper-line.tsx'
import styles from './papers.module.css'
import { usePaper } from './use-paper.ts'

interface PaperKindProps {
  name: string
  summary: string
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
  summary,
  drawing,
  about,
  choices,
  more,
  address,
  print = 'Open to Print',
}: PaperKindProps) => {
  const { making, failure, make, cancel } = usePaper()
  return (
    <PaperLine
      {...{ name, summary, drawing }}
      action={{ label: `Download ${name}`, icon: <IconDownload />, busy: making, onPress: () => make(address) }}
      footer={
        <FormFooter
          status={making ? 'Making the PDF…' : undefined}
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
      }
    >
      <p className="measure">{about}</p>
      <div className={classNames('flex wrap gap-24 mt-8', styles.choices)}>{choices}</div>
      {more}
      {failure !== undefined && <Message kind="error">{failure}</Message>}
    </PaperLine>
  )
}
