import { useLocation, useNavigationType } from 'react-router'

interface Remembered {
  focus?: string
}

/** The options of a link or navigation whose page gives the focus to a field, or to the first 'copy' button. */
export const focusing = (target: string): { state: Remembered } => ({ state: { focus: target } })

/** What the link to this page asked to focus; nothing after Back or a reload. */
export const useFocusTarget = (): string | undefined => {
  const { state } = useLocation() as { state: Remembered | null }
  return useNavigationType() === 'POP' ? undefined : state?.focus
}
