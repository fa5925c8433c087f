import {
  changePassword,
  deleteMyAccount,
  endMySession,
  exportMyData,
  getMyAccount,
  listMySessions,
  updateMyAccount,
} from './account.ts'
import { forgot, login, logout, refresh, register, resetPassword } from './auth.ts'
import { createRoomType, getRoomStructure, listCategories, listFields, listRoomTypes } from './room-structure.ts'
import { listConsultations, requestConsultation, setConsultationDone } from './consultations.ts'
import { download, upload } from './files.ts'
import { getSite, healthz, readyz, testDB } from './site.ts'
import { addItemFiles, createItem, deleteItem, deleteItemFile, getItem, listItems, updateItem } from './items.ts'
import { dismissJob, retryJob } from './jobs.ts'
import { getOverview } from './overview.ts'
import { endUserSessions, listUsers, sendUserReset, setUserLock, setUserRole } from './people.ts'
import {
  createProject,
  createSampleProject,
  deleteProject,
  getProject,
  listProjects,
  updateProject,
} from './projects.ts'
import { createRoom, deleteRoom, getRoom, listRooms, updateRoom } from './rooms.ts'
import {
  addCategory,
  addSubcategory,
  copyRoomType,
  createCategory,
  createProperties,
  createSubcategory,
  deleteRoomType,
  exportStructure,
  getSubcategoryUse,
  importStructure,
  listAllCategories,
  listAllSubcategories,
  listProperties,
  listStructureChanges,
  removeDefinition,
  renameCategory,
  renameRoomType,
  renameSubcategory,
  setLabels,
  undoStructureChange,
} from './structure.ts'
import { deleteForGood, listDeleted, restore } from './trash.ts'

/** Every call of the API, by what it is about: the groups of the documentation, in its order. */
export const CALLS = {
  Session: { login, refresh, logout, register, forgot, resetPassword },
  Account: {
    getMyAccount,
    updateMyAccount,
    changePassword,
    deleteMyAccount,
    listMySessions,
    endMySession,
    exportMyData,
  },
  Projects: { listProjects, getProject, createProject, updateProject, deleteProject, createSampleProject },
  Rooms: { listRooms, getRoom, createRoom, updateRoom, deleteRoom },
  Items: { listItems, getItem, createItem, updateItem, deleteItem, addItemFiles, deleteItemFile },
  Files: { upload, download },
  Trash: { listDeleted, restore, deleteForGood },
  Structure: {
    listRoomTypes,
    getRoomStructure,
    listCategories,
    listFields,
    createRoomType,
    renameRoomType,
    deleteRoomType,
    copyRoomType,
    listAllCategories,
    listAllSubcategories,
    createCategory,
    createSubcategory,
    renameCategory,
    renameSubcategory,
    addCategory,
    addSubcategory,
    removeDefinition,
    listProperties,
    createProperties,
    setLabels,
    getSubcategoryUse,
    exportStructure,
    importStructure,
    listStructureChanges,
    undoStructureChange,
  },
  Consultations: { requestConsultation, listConsultations, setConsultationDone },
  People: { listUsers, setUserRole, setUserLock, endUserSessions, sendUserReset },
  Installation: { getOverview, retryJob, dismissJob, getSite, testDB, healthz, readyz },
} as const

/** The same by name alone. The server refuses to start unless it serves exactly these. */
export const endpoints = {
  ...CALLS.Session,
  ...CALLS.Account,
  ...CALLS.Projects,
  ...CALLS.Rooms,
  ...CALLS.Items,
  ...CALLS.Files,
  ...CALLS.Trash,
  ...CALLS.Structure,
  ...CALLS.Consultations,
  ...CALLS.People,
  ...CALLS.Installation,
}
