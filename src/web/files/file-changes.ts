import type { Attachment } from '../../shared/items.ts'

/** What is typed of a file and not saved. */
export interface FileDraft {
  name: string
  caption: string
}

/** What may be changed of the files of an item. */
export interface FileChanges {
  /** By their remotes. */
  drafts: ReadonlyMap<string, FileDraft>
  /** Undefined ends a draft. */
  type: (remote: string, draft: FileDraft | undefined) => void
  /** Answers why it could not be saved; undefined where it was, and the draft is gone. */
  save: (attachment: Attachment, inputs: Partial<FileDraft>) => Promise<string | undefined>
  /** Puts it before another one, or last. */
  move: (attachment: Attachment, before: string | null) => Promise<void>
  /** What a picture can be made the cover of. */
  covers: readonly { of: 'room' | 'project'; name: string; choose: (remote: string) => Promise<void> }[]
}
