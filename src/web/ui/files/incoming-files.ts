/** Files chosen, dropped or pasted. */
export interface IncomingFiles {
  files: File[]
  /** Names of ignored folders: browsers hand them over as unreadable files. */
  folders: string[]
}

export const holdsFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer?.types.includes('Files') ?? false

export const filesOf = (transfer: DataTransfer): IncomingFiles => {
  const files: IncomingFiles = { files: [], folders: [] }
  for (const item of transfer.items) {
    const file = item.kind === 'file' ? item.getAsFile() : null
    if (!file) continue
    if (item.webkitGetAsEntry()?.isDirectory) files.folders.push(file.name)
    else files.files.push(file)
  }
  return files
}

export const isEmpty = ({ files, folders }: IncomingFiles): boolean => files.length === 0 && folders.length === 0
