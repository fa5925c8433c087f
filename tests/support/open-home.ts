import { mountApp } from './mount-app.tsx'
import { furnished } from './test-app.ts'

const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  const projectID = await robin.newProject('Maple Street')
  const roomID = await robin.newRoom(projectID, 'Kitchen')
  const itemID = await robin.newItem(projectID, roomID, { field1: 'Castellan' })
  return { people: { robin }, things: { projectID, roomID, itemID } }
})

export type Home = Awaited<ReturnType<typeof start>>['things']

/** Opens a page as robin, who has a home with one item. */
export const openHome = async (path: (home: Home) => string) => {
  const server = await start()
  const mounted = await mountApp(server, { path: path(server.things), user: 'robin' })
  return { server, robin: server.people.robin, ...server.things, ...mounted }
}
