import type { EndpointSpec } from '../../shared/contract/endpoint.ts'
import type * as site from '../../shared/admin/site.api.ts'
import type * as files from '../../shared/attachments/files.api.ts'
import type * as sheets from '../../shared/exchange/sheets.api.ts'
import type * as bulkUndo from '../../shared/items/bulk/undo.api.ts'
import type * as trash from '../../shared/history/trash.api.ts'
import type * as account from '../../shared/identity/account.api.ts'
import type * as auth from '../../shared/identity/auth.api.ts'
import type * as items from '../../shared/items/items.api.ts'
import type * as suggestions from '../../shared/items/suggestions.api.ts'
import type * as papers from '../../shared/papers/papers.api.ts'
import type * as projects from '../../shared/projects/projects.api.ts'
import type * as rooms from '../../shared/projects/rooms.api.ts'
import type * as search from '../../shared/search/search.api.ts'
import type * as links from '../../shared/sharing/links.api.ts'
import type * as emergency from '../../shared/upkeep/emergency.api.ts'

/** What `call` needs of an endpoint. */
type Light<E extends EndpointSpec> = Pick<
  E,
  'method' | 'path' | 'status' | Extract<keyof E, 'creates' | 'mayBeEmpty'>
> &
  (E['access'] extends 'public' ? { access: 'public' } : unknown)

/** The endpoint without its schemas; the type checks that it is that of the contract. */
const light = <E extends EndpointSpec>(endpoint: Light<E>): E => endpoint as unknown as E

/**
 * The endpoints that first visits call: schemas and what reads them are a tenth of the JavaScript of a page, and the browser
 * needs them only in forms.
 */
export const getSite = light<typeof site.getSite>({ method: 'GET', path: '/site', status: 200, access: 'public' })
export const healthz = light<typeof site.healthz>({ method: 'GET', path: '/healthz', status: 200, access: 'public' })
export const refresh = light<typeof auth.refresh>({ method: 'POST', path: '/refresh', status: 200, access: 'public' })
export const logout = light<typeof auth.logout>({ method: 'POST', path: '/logout', status: 204, access: 'public' })
export const login = light<typeof auth.login>({ method: 'POST', path: '/login', status: 200, access: 'public' })
export const exportMyData = light<typeof account.exportMyData>({ method: 'GET', path: '/export', status: 200 })
export const listProjects = light<typeof projects.listProjects>({
  method: 'GET',
  path: '/projects',
  status: 200,
  mayBeEmpty: true,
})
export const getProject = light<typeof projects.getProject>({ method: 'GET', path: '/project', status: 200 })
export const createSampleProject = light<typeof projects.createSampleProject>({
  method: 'PUT',
  path: '/sampleproject',
  status: 201,
  creates: true,
})
export const listRooms = light<typeof rooms.listRooms>({
  method: 'GET',
  path: '/getrooms',
  status: 200,
  mayBeEmpty: true,
})
export const getRoom = light<typeof rooms.getRoom>({ method: 'GET', path: '/getroom', status: 200 })
export const listItems = light<typeof items.listItems>({ method: 'GET', path: '/items', status: 200 })
export const getItem = light<typeof items.getItem>({ method: 'GET', path: '/item', status: 200 })
export const updateItem = light<typeof items.updateItem>({ method: 'POST', path: '/item', status: 200 })
export const deleteItem = light<typeof items.deleteItem>({ method: 'DELETE', path: '/item', status: 200 })
export const addItemFiles = light<typeof items.addItemFiles>({ method: 'PUT', path: '/itemfiles', status: 201 })
export const deleteItemFile = light<typeof items.deleteItemFile>({ method: 'DELETE', path: '/itemfile', status: 200 })
export const listSuggestions = light<typeof suggestions.listSuggestions>({
  method: 'GET',
  path: '/suggestions',
  status: 200,
})
export const download = light<typeof files.download>({ method: 'GET', path: '/download/:remote', status: 200 })
export const upload = light<typeof files.upload>({ method: 'POST', path: '/upload', status: 200, creates: true })
export const openLink = light<typeof links.openLink>({ method: 'GET', path: '/openlink', status: 200 })
export const viewRoom = light<typeof links.viewRoom>({ method: 'GET', path: '/viewroom', status: 200 })
export const usedInRooms = light<typeof search.usedInRooms>({ method: 'GET', path: '/usedinrooms', status: 200 })
export const searchView = light<typeof links.searchView>({ method: 'GET', path: '/viewsearch', status: 200 })
export const restore = light<typeof trash.restore>({ method: 'POST', path: '/restore', status: 200 })
export const undo = light<typeof bulkUndo.undo>({ method: 'POST', path: '/undo', status: 200, creates: true })
export const whereUsed = light<typeof search.whereUsed>({ method: 'GET', path: '/whereused', status: 200 })
export const getPaper = light<typeof papers.getPaper>({ method: 'GET', path: '/paper', status: 200 })
export const getEmergency = light<typeof emergency.getEmergency>({ method: 'GET', path: '/emergency', status: 200 })
export const getSheet = light<typeof sheets.getSheet>({ method: 'GET', path: '/sheet', status: 200 })
