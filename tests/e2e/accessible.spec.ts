import { expect, expectAccessible, test } from '../support/e2e.ts'

test('what every screen is looked at for is noticed: a picture without words, a name unlike what is seen, faint text, sideways scrolling', async ({
  page,
}) => {
  const screen = (content: string) =>
    page.setContent(`<!doctype html><html lang="en"><title>Test</title><main><h1>Test</h1>${content}</main></html>`)
  await screen('<p>All is well.</p>')
  await expectAccessible(page)
  await screen('<img src="data:,">')
  await expect(expectAccessible(page)).rejects.toThrow('image-alt')
  await screen('<a href="#" aria-label="Attic, 0 items">Attic <span>Whole House</span> <span>0</span></a>')
  await expect(expectAccessible(page)).rejects.toThrow('label-content-name-mismatch')
  await screen('<style>@media (prefers-color-scheme: dark) { p { color: #eee } }</style><p>Faint.</p>')
  await expect(expectAccessible(page)).rejects.toThrow('color-contrast')
  await screen('<p style="width: 600px">Wide.</p>')
  await expect(expectAccessible(page)).rejects.toThrow('sideways scrolling at 390')
})
