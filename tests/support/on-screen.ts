import { screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { expect } from 'vitest'

/** Waits for an address of the app. */
export const expectAt = (address: string): Promise<void> =>
  waitFor(() => expect(location.pathname + location.search).toBe(address))

export const notifications = async () => within(await screen.findByRole('region', { name: 'Notifications' }))

export const expectToast = async (text: string | RegExp): Promise<void> => {
  await waitFor(async () => expect((await notifications()).getByText(text)).toBeVisible())
}

/** The open dialog, of either role. */
export const dialog = async (name?: string | RegExp) => {
  const found = await waitFor(() => {
    const open = document.querySelector<HTMLDialogElement>('dialog[open]')
    if (!open) throw new Error('No dialog is open.')
    return open
  })
  if (name !== undefined) expect(found).toHaveAccessibleName(name)
  return Object.assign(within(found), { element: found })
}

/** Waits for an alert that has the focus, so that it is read out. */
export const expectFocusedAlert = async (text: string | RegExp): Promise<void> => {
  await waitFor(() => {
    const alerts = screen.getAllByRole('alert').filter((alert) => alert === document.activeElement)
    expect(alerts[0]).toHaveTextContent(text)
  })
}

/** The rules of WCAG 2.2 AA that need no layout and no style sheet. */
const RULES = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  rules: {
    'color-contrast': { enabled: false },

    'target-size': { enabled: false },
  },
  resultTypes: ['violations'],
  preload: false,
} satisfies axe.RunOptions

/** Expects no finding of axe in what is shown. */
export const expectAccessible = async (): Promise<void> => {
  const { violations } = await axe.run(document, RULES)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}
