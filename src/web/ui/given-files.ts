/** Files chosen, dropped or pasted. */
export interface GivenFiles {
  files: File[]
  /** Names of ignored folders: browsers hand them over as unreadable files. */
  folders: string[]
}

export const holdsFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer?.types.includes('Files') ?? false

export const filesOf = (transfer: DataTransfer): GivenFiles => {
  const given: GivenFiles = { files: [], folders: [] }
  for (const item of transfer.items) {
    const file = item.kind === 'file' ? item.getAsFile() : null
    if (!file) continue
    if (item.webkitGetAsEntry()?.isDirectory) given.folders.push(file.name)
    else given.files.push(file)
  }
  return given
}

export const isNothing = ({ files, folders }: GivenFiles): boolean => files.length === 0 && folders.length === 0
