import { fireEvent, screen, waitFor } from '@testing-library/react'
import axe from 'axe-core'
import { expect } from 'vitest'

/** Waits for a message with exactly this text, which has the focus: it is read out, and the keyboard continues from there. */
export const expectFocused = async (role: 'alert' | 'status', text: string | RegExp): Promise<void> => {
  await waitFor(() => {
    const focused = screen.getAllByRole(role).find((message) => message === document.activeElement)
    expect(focused?.textContent).toEqual(typeof text === 'string' ? text : expect.stringMatching(text))
  })
}

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

/** Expects no axe finding against WCAG 2.2 AA, except in what only a browser computes: colors, sizes and positions. */
export const expectAccessible = async (): Promise<void> => {
  const { violations } = await axe.run(document, {
    runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
    rules: { 'color-contrast': { enabled: false }, 'link-in-text-block': { enabled: false } },
    resultTypes: ['violations'],
    preload: false,
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}

/** As a browser does after its file picker, without the text events that user-event would send. */
export const chooseFile = (input: HTMLElement, ...files: File[]): void => {
  fireEvent.change(input, { target: { files } })
}
