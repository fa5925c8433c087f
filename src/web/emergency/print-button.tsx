import { Button } from '../ui/button.tsx'
import styles from './emergency.module.css'

/** Prints the page as it stands, without this. */
export const PrintButton = () => (
  <span className={styles.screen}>
    <Button onClick={() => print()}>Print</Button>
  </span>
)
