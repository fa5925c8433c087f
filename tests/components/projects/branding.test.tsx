import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getBranding, getProjectBranding, setBranding } from '../../../src/shared/projects/branding.api.ts'
import { button, field, fill, mountApp } from '../../support/mount-app.tsx'
import { furnished } from '../../support/test-app.ts'

const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  return { people: { robin }, things: { projectID: await robin.newProject() } }
})

const open = async (path: (projectID: number) => string) => {
  const server = await start()
  const { robin } = server.people
  const { projectID } = server.things
  await robin.must(setBranding, { body: { inputs: { firm: 'Hale & Moss', phone: '', drawnBy: '' } } })
  return { robin, projectID, ...(await mountApp(server, { path: path(projectID), user: 'robin' })) }
}
const named = (name: RegExp) => screen.getByRole('textbox', { name })

test('My Account saves the firm and is unchanged again', async () => {
  const { user, robin } = await open(() => '/account')
  expect(named(/^Firm Name/)).toHaveValue('Hale & Moss')
  expect(button('Save Branding')).toHaveAttribute('aria-disabled', 'true')
  await fill(user, named(/^Drawn By/), 'M. Hale')
  await user.click(button('Save Branding'))
  expect(await screen.findByText(/^Saved/)).toBeVisible()
  expect(await robin.must(getBranding, undefined)).toMatchObject({ firm: 'Hale & Moss', drawnBy: 'M. Hale' })
  expect(button('Save Branding')).toHaveAttribute('aria-disabled', 'true')
})

test('Edit Project shows what the account has, and saves what the project has instead', async () => {
  const { user, robin, projectID } = await open((id) => `/editproject?projectID=${id}`)
  expect(named(/^Firm Name/)).toHaveAccessibleDescription('Hale & Moss')
  expect(field('Project Name')).toHaveValue('Maple Street')
  await fill(user, named(/^Project Number/), '26-014')
  await user.click(button('Save Branding'))
  expect(await screen.findByText(/^Saved .*"Maple Street"$/)).toBeVisible()
  const own = { firm: '', number: '26-014' }
  expect(await robin.must(getProjectBranding, { query: { projectID } })).toMatchObject(own)
})
