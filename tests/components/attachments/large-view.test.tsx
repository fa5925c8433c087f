import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { useLargeView } from '../../../src/web/attachments/viewer/use-large-view.tsx'

const RED = { name: 'red.png', filename: 'red.png', remote: 'red', caption: '', type: 'image/png', size: 1 }

const Room = () => {
  const { openLarge, largeView } = useLargeView(1, [RED])
  return (
    <>
      <button type="button" onClick={() => openLarge('red')}>
        Open
      </button>
      {largeView}
    </>
  )
}

test('closing the large view twice goes back once', async () => {
  const router = createMemoryRouter([{ path: '*', element: <Room /> }], { initialEntries: ['/projects', '/room'] })
  onTestFinished(render(<RouterProvider router={router} />).unmount)
  const open = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Open' }))
    return screen.findByRole('dialog')
  }
  const view = await open()
  fireEvent(view, new Event('cancel', { cancelable: true }))
  fireEvent.click(within(view).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // Opening it again is a navigation after those of closing.
  await open()
  expect(router.state.location.pathname).toBe('/room')
})
