import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { expect, onTestFinished } from 'vitest'
import { AXE_RULES } from './axe-rules.ts'

/** Waits for an address of the app. */
export const expectAt = (address: string): Promise<void> =>
  waitFor(() => expect(location.pathname + location.search).toBe(address))

/** Counts clicks until the test ends. */
export const countClicks = () => {
  const done = { clicks: 0 }
  const count = () => void done.clicks++
  addEventListener('pointerdown', count)
  onTestFinished(() => removeEventListener('pointerdown', count))
  return done
}

export const notifications = async () => within(await screen.findByRole('region', { name: 'Notifications' }))

export const expectToast = async (text: string | RegExp): Promise<void> => {
  await waitFor(async () => expect((await notifications()).getByText(text)).toBeVisible())
}

const expectToastOf =
  (role: 'status' | 'alert') =>
  async (about: string | RegExp = /./) => {
    await waitFor(async () => expect((await notifications()).getByRole(role)).toHaveTextContent(about))
  }

/** Waits for a toast of success, or of failure, that names what it is about. */
export const expectDone = expectToastOf('status')
export const expectFailed = expectToastOf('alert')

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

/** Waits for a message with exactly this text, which has the focus: it is read out, and the keyboard continues from there. */
export const expectFocused = async (role: 'alert' | 'status', text: string | RegExp): Promise<void> => {
  await waitFor(() => {
    const focused = screen.getAllByRole(role).find((message) => message === document.activeElement)
    expect(focused?.textContent).toEqual(typeof text === 'string' ? text : expect.stringMatching(text))
  })
}

export const expectFocusedAlert = (text: string | RegExp): Promise<void> => expectFocused('alert', text)

/** Of a button that says on a click what is missing. */
export const expectDisabled = (element: HTMLElement): void => {
  expect(element).toHaveAttribute('aria-disabled', 'true')
}
export const expectEnabled = (element: HTMLElement): void => {
  expect(element).not.toHaveAttribute('aria-disabled')
}

/** The names that an input suggests. */
export const suggestionsOf = (input: HTMLElement): string[] =>
  [...((input as HTMLInputElement).list?.options ?? [])].map(({ value }) => value)

export const optionsOf = (select: HTMLElement): string[] =>
  [...(select as HTMLSelectElement).options].map(({ text }) => text)

/** As a browser does after its file picker, without the text events that user-event would send. */
export const chooseFile = (input: HTMLElement, ...files: File[]): void => {
  fireEvent.change(input, { target: { files } })
}

/** Without what needs a layout and style sheets. */
const RULES = {
  ...AXE_RULES,
  rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
}

/** Expects no finding of axe in what is shown: the open dialog, else the page. */
export const expectAccessible = async (): Promise<void> => {
  const { violations } = await axe.run(document.querySelector('dialog[open]') ?? document, RULES)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}
