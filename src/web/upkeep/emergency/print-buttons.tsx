import { HouseCardLink } from '../../papers/house-card-link.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './emergency.module.css'

interface PrintButtonsProps {
  projectID: number
  /** Whether there is anything on the page. */
  printsPage: boolean
}

/** The page as it stands, without these, and the card to hang up. */
export const PrintButtons = ({ projectID, printsPage }: PrintButtonsProps) => (
  <span className={styles.screen}>
    {printsPage && <Button onClick={() => print()}>Print</Button>}
    <HouseCardLink projectID={projectID} />
  </span>
)
