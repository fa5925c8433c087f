import { HouseCardLink } from './house-card-link.tsx'
import { Button } from '../../ui/button.tsx'

interface PrintButtonsProps {
  projectID: number
  /** Whether the page has any entries. */
  printsPage: boolean
}

/** Prints the page, and opens the house card. */
export const PrintButtons = ({ projectID, printsPage }: PrintButtonsProps) => (
  <span className="flex wrap gap-8 no-print">
    {printsPage && <Button onClick={() => print()}>Print</Button>}
    <HouseCardLink projectID={projectID} />
  </span>
)
