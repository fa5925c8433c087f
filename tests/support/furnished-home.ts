import { createItem, type ItemInputs } from '../../src/shared/items/items.api.ts'
import { startTestApp, subcategoryIDs } from './test-app.ts'

const KINDS = {
  wall: ['Paint', 'Wall Paint'],
  trim: ['Paint', 'Trim Paint'],
  base: ['Doors & Trim', 'Baseboard'],
  floor: ['Flooring', 'Hardwood'],
  tile: ['Tile', 'Backsplash Tile'],
  faucet: ['Plumbing', 'Faucet'],
  hardware: ['Cabinets & Storage', 'Cabinet Hardware'],
} as const

/** A home with a hall and a kitchen, and a function that creates items by kind. */
export const startWithHome = async () => {
  const started = await startTestApp()
  const robin = await started.newUser('robin')
  const projectID = await robin.newProject('Maple Street')
  const hall = await robin.newRoom(projectID, 'Hall')
  const kitchen = await robin.newRoom(projectID, 'Kitchen')
  const newItem = async (kind: keyof typeof KINDS, roomID: number, inputs: ItemInputs) => {
    const [category, subcategory] = KINDS[kind]
    const ids = await subcategoryIDs(robin, 'Kitchen', category, subcategory)
    return (await robin.must(createItem, { body: { projectID, roomID, ...ids, inputs } })).itemID
  }
  return { ...started, robin, projectID, hall, kitchen, newItem }
}
