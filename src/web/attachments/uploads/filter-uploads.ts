import { counted } from '../../lib/pluralize.ts'
import { sizeText } from '../../lib/size-text.ts'
import type { UploadLimits } from './upload-limits.ts'

interface FilteredUploads {
  accepted: readonly File[]
  /** Why files were left out. */
  refusal?: string
}

/** Leaves out files that the server would reject. A selection larger than one upload allows is rejected as a whole. */
export const filterUploads = (
  files: readonly File[],
  { maxFileBytes, maxFilesPerUpload }: UploadLimits,
): FilteredUploads => {
  if (files.length > maxFilesPerUpload) {
    return {
      accepted: [],
      refusal: `You can add up to ${counted(maxFilesPerUpload, 'file')} at a time. You chose ${files.length}, so none were added.`,
    }
  }
  const tooLarge = files.filter((file) => file.size > maxFileBytes)
  if (tooLarge.length === 0) return { accepted: files }
  const names = tooLarge.map((file) => `"${file.name}"`).join(', ')
  const size = sizeText(maxFileBytes)
  return {
    accepted: files.filter((file) => file.size <= maxFileBytes),
    refusal:
      tooLarge.length === 1
        ? `${names} is larger than ${size} and was not added.`
        : `${names} are larger than ${size} and were not added.`,
  }
}

export const foldersRefused = (folders: readonly string[]): string => {
  const names = folders.map((name) => `"${name}"`).join(', ')
  return folders.length === 1
    ? `${names} is a folder. Open it and add the files inside.`
    : `${names} are folders. Open them and add the files inside.`
}
