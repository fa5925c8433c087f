import { HouseCardLink } from '../../papers/house-card-link.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './emergency.module.css'

interface PrintButtonsProps {
  projectID: number
  /** Whether the page has any entries. */
  printsPage: boolean
}

/** Prints the page, and opens the house card. */
export const PrintButtons = ({ projectID, printsPage }: PrintButtonsProps) => (
  <span className={classNames('no-print', styles.screen)}>
    {printsPage && <Button onClick={() => print()}>Print</Button>}
    <HouseCardLink projectID={projectID} />
  </span>
)
