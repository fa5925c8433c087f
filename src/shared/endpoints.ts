import { login, logout, refresh, register } from './auth.ts'
import { getRoomStructure, listCategories, listFields, listRoomTypes } from './catalogue.ts'
import { download, upload } from './files.ts'
import { getSite, healthz, readyz, testDB } from './health.ts'
import { addItemFiles, createItem, getItem, listItems, updateItem } from './items.ts'
import {
  createProject,
  createSampleProject,
  deleteProject,
  getProject,
  listProjects,
  updateProject,
} from './projects.ts'
import { createRoom, getRoom, listRooms, updateRoom } from './rooms.ts'

/** Every call of the API. The server refuses to start unless it serves exactly these. */
export const endpoints = {
  login,
  refresh,
  logout,
  register,
  listProjects,
  getProject,
  createProject,
  updateProject,
  deleteProject,
  createSampleProject,
  listRooms,
  getRoom,
  createRoom,
  updateRoom,
  listRoomTypes,
  getRoomStructure,
  listCategories,
  listFields,
  listItems,
  getItem,
  createItem,
  updateItem,
  addItemFiles,
  upload,
  download,
  testDB,
  healthz,
  readyz,
  getSite,
}
