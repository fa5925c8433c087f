import { createContext, useContext, useId, type ReactNode, type Ref } from 'react'
import { IconButton } from '../ui/button.tsx'
import { Card, CardBody } from '../ui/card.tsx'
import { classNames } from '../ui/class-names.ts'
import styles from './papers.module.css'

/** The paper whose options are shown, by name. */
export const OpenPaper = createContext<{ open: string | null; show: (name: string) => void }>({
  open: null,
  show: () => {},
})

interface PaperLineProps {
  name: string
  summary: string
  /** A preview of the first page. Decorative. */
  drawing: ReactNode
  /** Takes focus when something in the panel disappears. */
  heading?: Ref<HTMLHeadingElement>
  /** The button on the line. Pressing it also opens the panel, which shows how it goes. */
  action: { label: string; icon: ReactNode; busy?: boolean; onPress: () => void } | undefined
  /** The panel's content, and its footer. */
  children: ReactNode
  footer?: ReactNode
}

/** A line in the list of papers, and the panel that it opens: beside the list, or below the line on narrow screens. */
export const PaperLine = ({ name, summary, drawing, heading, action, children, footer }: PaperLineProps) => {
  const { open, show } = useContext(OpenPaper)
  const id = useId()
  const isOpen = open === name
  return (
    <li className={styles.entry}>
      <div className={classNames('row rule-bottom', styles.line, isOpen ? 'chosen' : 'hover-row')}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-panel`}
          className="row grow gap-12"
          onClick={() => show(name)}
        >
          <span aria-hidden="true" className={classNames('centered fixed', styles.thumb)}>
            {drawing}
          </span>
          <span className="grid shrink gap-4">
            <span className="h3">{name}</span>
            <span className="muted label">{summary}</span>
          </span>
        </button>
        {action && (
          <IconButton
            label={action.label}
            icon={action.busy ? <span className="spins" /> : action.icon}
            aria-busy={action.busy}
            onClick={() => {
              if (!isOpen) show(name)
              if (!action.busy) action.onPress()
            }}
          />
        )}
      </div>
      {/* Kept while closed, with what was chosen in it. */}
      <section id={`${id}-panel`} aria-labelledby={id} hidden={!isOpen} className={styles.panel}>
        <Card>
          <CardBody>
            <div className={classNames('flex top gap-24', styles.kind)}>
              {drawing}
              <div className="grid grow gap-12 muted">
                <h2 ref={heading} id={id} tabIndex={-1} className="ink">
                  {name}
                </h2>
                {children}
              </div>
            </div>
          </CardBody>
          {footer}
        </Card>
      </section>
    </li>
  )
}
