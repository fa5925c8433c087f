import { useEffect, useRef, useState } from 'react'
import { upload } from '../../shared/attachments/files.api.ts'
import {
  checkSheet,
  importSheet,
  readSheet,
  type Matching,
  type SheetCheck,
  type SheetToMatch,
} from '../../shared/exchange/sheets.api.ts'
import type { ResponseOf } from '../../shared/contract/endpoint.ts'
import { call } from '../lib/call.ts'
import { ApiError, NoResponse, asIs, sentence } from '../lib/errors.ts'
import { fetchWithProgress } from '../lib/fetch-with-progress.ts'
import { toast } from '../lib/toasts.ts'
import { useUndoEvent } from '../history/use-undo-event.ts'
import { useIsMounted } from '../lib/use-is-mounted.ts'
import { columnsOf, isSameRow, keepColumns, matchedAsBefore } from './matching.ts'

export interface Matched {
  step: 'match'
  sheet: SheetToMatch
  matching: Matching
  /** The result of the check, and whether the matching has changed since. */
  check?: SheetCheck
  isStale: boolean
  /** Cells that are corrected: those of the last preview and of the automatic checks since. */
  toFix?: SheetCheck['errors']
  /** The check was or will be made automatically, so the focus stays where it is. */
  isAutomatic?: boolean | undefined
  busy?: 'checking' | 'importing' | 'cancelling' | 'asking' | undefined
  words?: string | undefined
  /** An import was cancelled. */
  isCancelled?: boolean | undefined
  /** It is unknown whether the import was applied; this has to be settled first. */
  isUncertain?: boolean | undefined
  /** The user has changed its columns. */
  isEdited?: boolean | undefined
}

/** How the file is read. */
export type ReadOptions = Pick<Matching, 'sheets' | 'encoding' | 'hiddenRows' | 'titleRows' | 'headings'>

export interface Done {
  step: 'done'
  imported: ResponseOf<typeof importSheet>
  /** The import finished before it could be cancelled. */
  isTooLate?: boolean
}

/** The state of an import, as the page shows it. */
type SheetState =
  | { step: 'choose'; words?: string }
  /** `share` is the part sent, 0 to 1. */
  | { step: 'send'; name: string; progress: number }
  | Matched
  | Done

const wordsOf = (error: unknown): string =>
  sentence(error, {
    other: 'Unable to import the spreadsheet',
    ...Object.fromEntries([400, 404, 409, 413].map((status) => [status, asIs])),
  })

/** Whether the request may have been applied despite the error. */
const isUncertain = (error: unknown): boolean =>
  error instanceof NoResponse || (error instanceof ApiError && error.status >= 500)

/** Adds the proposals for unknown names to the user's own choices. */
const withGuesses = ({ newRooms = [], kinds = [], ...matching }: Matching, check: SheetCheck): Matching => ({
  ...matching,
  newRooms: [
    ...newRooms,
    ...check.unknownRooms.flatMap(({ name, roomTypeID }) => (roomTypeID ? [{ name, roomTypeID }] : [])),
  ],
  kinds: [...kinds, ...check.unknownKinds.flatMap(({ name, kind }) => (kind ? [{ name, ...kind }] : []))],
})

const MOST_ROUNDS = 6

/** After typing stopped. */
const RECHECK_AFTER_MS = 600

const isSameCell = (one: Cell, other: Cell): boolean => isSameRow(one, other) && one.column === other.column
type Cell = SheetCheck['errors'][number]

/** Keeps the fields of corrected cells, in which the user may still type. */
const withNewErrors = (toFix: readonly Cell[], errors: readonly Cell[]): Cell[] => [
  ...toFix,
  ...errors.filter((error) => !toFix.some((cell) => isSameCell(cell, error))),
]

/** Imports one spreadsheet into a project: upload, match, check, import. Leaving the page aborts it. */
export const useImportSheet = (projectID: number) => {
  const [state, setState] = useState<SheetState>({ step: 'choose' })
  const going = useRef<AbortController>(undefined)
  /** The import itself continues if the user moves to another page of the app. */
  const importing = useRef<AbortController>(undefined)
  useEffect(() => () => going.current?.abort(), [])
  /** The matching of a previous version of the file. */
  const previous = useRef<Matched>(undefined)
  const isHere = useIsMounted()
  const undoOf = useUndoEvent()

  const begin = (): AbortSignal => {
    going.current?.abort()
    going.current = new AbortController()
    return going.current.signal
  }

  const findOut = async (from: Matched, signal: AbortSignal, toFix: readonly Cell[] = []): Promise<void> => {
    try {
      let { matching } = from
      let check = await call(checkSheet, { body: matching }, { signal })
      // A check reports a limited number of names per round.
      for (let round = 0; round < MOST_ROUNDS; round++) {
        const guessed = withGuesses(matching, check)
        const isMore = (of: 'newRooms' | 'kinds') => (guessed[of]?.length ?? 0) > (matching[of]?.length ?? 0)
        if (!isMore('newRooms') && !isMore('kinds')) break
        matching = guessed
        check = await call(checkSheet, { body: matching }, { signal })
      }
      const next = { ...from, matching, check, toFix: withNewErrors(toFix, check.errors) }
      if (!signal.aborted) setState({ ...next, isStale: false, busy: undefined, words: undefined })
    } catch (error) {
      if (!signal.aborted) setState({ ...from, isAutomatic: false, busy: undefined, words: wordsOf(error) })
    }
  }

  const checkNow = (from: Matched) => {
    const next = { ...from, isAutomatic: false, words: undefined, isCancelled: false }
    setState({ ...next, busy: 'checking' })
    void findOut(next, begin())
  }

  const change = (from: Matched, changed: Partial<Matching>) => {
    const signal = begin()
    // Automatic checks would take away what was left out while it can be put back, and columns while they are matched.
    const isAutomatic = from.check !== undefined && ('cells' in changed || 'dates' in changed || 'known' in changed)
    const matching = { ...from.matching, ...changed }
    const next = { ...from, matching, isStale: true, isEdited: true, isAutomatic, words: undefined, isCancelled: false }
    setState(next)
    if (!isAutomatic) return
    const soon = setTimeout(() => void findOut(next, signal, from.toFix), RECHECK_AFTER_MS)
    signal.addEventListener('abort', () => clearTimeout(soon))
  }

  const read = async (remote: string, signal: AbortSignal, how: ReadOptions = {}): Promise<Matched> => {
    const file = { projectID, remote, ...how }
    const sheet = await call(readSheet, { body: file }, { signal })
    const matching = { ...file, columns: columnsOf(sheet), fillDown: false, toNotes: true }
    return {
      step: 'match',
      sheet,
      matching: previous.current ? matchedAsBefore(sheet, matching, previous.current) : matching,
      isStale: true,
    }
  }

  const choose = async (file: File) => {
    const signal = begin()
    const onProgress = (progress: number) => signal.aborted || setState({ step: 'send', name: file.name, progress })
    onProgress(0)
    try {
      const [stored] = await call(upload, { files: [file] }, { signal, fetch: fetchWithProgress(onProgress) })
      const next = await read(stored?.remote ?? '', signal)
      setState(next)
    } catch (error) {
      if (!signal.aborted) setState({ step: 'choose', words: wordsOf(error) })
    }
  }

  /** Another sheet or encoding has other columns. */
  const readAgain = async (from: Matched, how: ReadOptions) => {
    const signal = begin()
    const { remote, sheets, encoding, hiddenRows, titleRows, headings } = from.matching
    previous.current = from
    setState({ ...from, busy: 'checking' })
    try {
      setState(await read(remote, signal, { sheets, encoding, hiddenRows, titleRows, headings, ...how }))
    } catch (error) {
      if (!signal.aborted) setState({ ...from, words: wordsOf(error) })
    }
  }

  /** Reports the result: on the page, or as a toast if the user has left it. */
  const report = (from: Matched, next: Done | Matched) => {
    if (next.step === 'done') keepColumns(from.sheet, from.matching.columns)
    if (isHere()) return setState(next)
    if (next.step === 'done')
      toast({ kind: 'success', text: next.imported.message, action: undoOf(next.imported.eventID) })
    else toast({ kind: 'error', text: next.words ?? 'Nothing was imported' })
  }

  const doImport = async (from: Matched, fingerprint: string) => {
    importing.current = new AbortController()
    const { signal } = importing.current
    setState({ ...from, busy: 'importing', words: undefined, isCancelled: false })
    try {
      const imported = await call(importSheet, { query: {}, body: { ...from.matching, fingerprint } }, { signal })
      report(from, { step: 'done', imported })
    } catch (error) {
      if (signal.aborted) return
      if (isUncertain(error)) await settle({ ...from, words: wordsOf(error) }, 'asking')
      else report(from, { ...from, busy: undefined, isStale: true, words: wordsOf(error) })
    }
  }

  /**
   * Repeats the request with its idempotency key to learn the result; an import that has not been applied by then never will be.
   */
  const settle = async (from: Matched, busy: 'cancelling' | 'asking') => {
    if (isHere()) setState({ ...from, busy, words: undefined })
    const settled = { ...from, busy: undefined, isUnsure: false }
    try {
      const fingerprint = from.check?.fingerprint ?? ''
      const imported = await call(importSheet, { query: { cancel: '1' }, body: { ...from.matching, fingerprint } })
      if (imported.eventID !== null) report(from, { step: 'done', imported, isTooLate: busy === 'cancelling' })
      else if (busy === 'cancelling') report(from, { ...settled, words: undefined, isCancelled: true })
      else report(from, { ...settled, words: `${from.words ?? 'No server response'}. Nothing was imported.` })
    } catch (error) {
      const words = isUncertain(error)
        ? `${wordsOf(error)}. We don’t know yet whether the import finished.`
        : wordsOf(error)
      report(from, { ...settled, words, isUncertain: isUncertain(error), isStale: !isUncertain(error) })
    }
  }

  /** Aborts the import. */
  const cancelImport = (from: Matched) => {
    importing.current?.abort()
    return settle(from, 'cancelling')
  }

  return {
    state,
    choose: (file: File) => void choose(file),
    change,
    readAgain: (from: Matched, how: ReadOptions) => void readAgain(from, how),
    check: checkNow,
    /** For an import without an answer. */
    askAgain: (from: Matched) => void settle({ ...from, words: undefined }, 'asking'),
    importNow: (from: Matched, fingerprint: string) => void doImport(from, fingerprint),
    /** Keeps the user's choices. */
    cancel: (from: Matched) => {
      if (from.busy === 'importing') void cancelImport(from)
      if (from.busy !== 'checking') return
      going.current?.abort()
      setState({ ...from, busy: undefined })
    },
    restart: (from?: Matched) => {
      going.current?.abort()
      if (from) previous.current = from
      setState({ step: 'choose' })
    },
  }
}
