import { useEffect, useRef, useState } from 'react'
import { upload } from '../../shared/files.ts'
import {
  checkSheet,
  importSheet,
  readSheet,
  type Matching,
  type SheetCheck,
  type SheetToMatch,
} from '../../shared/sheets.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import { call } from '../api/call.ts'
import { sentence } from '../api/errors.ts'
import { fetchWithProgress } from '../api/fetch-with-progress.ts'
import { columnsOf, keepColumns } from './matching.ts'

export interface Matched {
  step: 'match'
  sheet: SheetToMatch
  matching: Matching
  /** What was found, and whether the matching has changed since. */
  check?: SheetCheck
  isStale: boolean
  busy?: 'checking' | 'importing' | 'cancelling' | undefined
  words?: string | undefined
  /** An import of it was cancelled. */
  isCancelled?: boolean | undefined
}

export interface Done {
  step: 'done'
  imported: ResponseOf<typeof importSheet>
  /** It was done before Cancel came. */
  isTooLate?: boolean
}

/** What the page shows of an import. */
export type SheetState =
  | { step: 'choose'; words?: string }
  /** `share` is what has been sent. */
  | { step: 'send'; name: string; share: number }
  | Matched
  | Done

const wordsOf = (error: unknown): string =>
  sentence(error, {
    other: 'Unable to import the spreadsheet',
    ...Object.fromEntries([400, 404, 409, 413].map((status) => [status, (text: string) => text])),
  })

/** What is called as nothing here with what is proposed for it, beside what somebody has chosen. */
const withGuesses = ({ newRooms = [], kinds = [], ...matching }: Matching, check: SheetCheck): Matching => ({
  ...matching,
  newRooms: [
    ...newRooms,
    ...check.unknownRooms.flatMap(({ name, roomTypeID }) => (roomTypeID ? [{ name, roomTypeID }] : [])),
  ],
  kinds: [...kinds, ...check.unknownKinds.flatMap(({ name, kind }) => (kind ? [{ name, ...kind }] : []))],
})

/** The import of one spreadsheet into a project: sending, matching, checking, importing. It ends when the page is left. */
export const useImportSheet = (projectID: number) => {
  const [state, setState] = useState<SheetState>({ step: 'choose' })
  const going = useRef<AbortController>(undefined)
  /** The import itself goes on where the page is left for another one of the app. */
  const importing = useRef<AbortController>(undefined)
  useEffect(() => () => going.current?.abort(), [])

  const begin = (): AbortSignal => {
    going.current?.abort()
    going.current = new AbortController()
    return going.current.signal
  }

  const findOut = async (from: Matched, signal: AbortSignal): Promise<void> => {
    setState({ ...from, busy: 'checking', words: undefined, isCancelled: false })
    try {
      let { matching } = from
      let check = await call(checkSheet, { body: matching }, { signal })
      const guessed = withGuesses(matching, check)
      const isMore = (of: 'newRooms' | 'kinds') => (guessed[of]?.length ?? 0) > (matching[of]?.length ?? 0)
      if (isMore('newRooms') || isMore('kinds')) {
        matching = guessed
        check = await call(checkSheet, { body: matching }, { signal })
      }
      setState({ ...from, matching, check, isStale: false, busy: undefined, words: undefined })
    } catch (error) {
      if (!signal.aborted) setState({ ...from, busy: undefined, words: wordsOf(error) })
    }
  }

  const read = async (remote: string, signal: AbortSignal, sheets?: string[]): Promise<Matched> => {
    const file = { projectID, remote, ...(sheets && { sheets }) }
    const sheet = await call(readSheet, { body: file }, { signal })
    const columns = columnsOf(sheet)
    return {
      step: 'match',
      sheet,
      matching: { ...file, columns, fillDown: sheet.hasGaps, toNotes: true },
      isStale: true,
    }
  }

  const choose = async (file: File) => {
    const signal = begin()
    const onProgress = (share: number) => signal.aborted || setState({ step: 'send', name: file.name, share })
    onProgress(0)
    try {
      const [stored] = await call(upload, { files: [file] }, { signal, fetch: fetchWithProgress(onProgress) })
      const next = await read(stored?.remote ?? '', signal)
      setState(next)
    } catch (error) {
      if (!signal.aborted) setState({ step: 'choose', words: wordsOf(error) })
    }
  }

  /** Other sheets of the file are other columns. */
  const takeSheets = async (from: Matched, sheets: string[]) => {
    const signal = begin()
    setState({ ...from, busy: 'checking' })
    try {
      setState(await read(from.matching.remote, signal, sheets))
    } catch (error) {
      if (!signal.aborted) setState({ ...from, words: wordsOf(error) })
    }
  }

  const doImport = async (from: Matched, fingerprint: string) => {
    importing.current = new AbortController()
    const { signal } = importing.current
    setState({ ...from, busy: 'importing', words: undefined, isCancelled: false })
    try {
      const imported = await call(importSheet, { query: {}, body: { ...from.matching, fingerprint } }, { signal })
      keepColumns(from.sheet, from.matching.columns)
      setState({ step: 'done', imported })
    } catch (error) {
      if (!signal.aborted) setState({ ...from, busy: undefined, isStale: true, words: wordsOf(error) })
    }
  }

  /** Breaks off the import, and asks under the same key what became of it. */
  const cancelImport = async (from: Matched) => {
    setState({ ...from, busy: 'cancelling' })
    importing.current?.abort()
    try {
      const fingerprint = from.check?.fingerprint ?? ''
      const imported = await call(importSheet, { query: { cancel: '1' }, body: { ...from.matching, fingerprint } })
      setState(
        imported.eventID === null
          ? { ...from, busy: undefined, isCancelled: true }
          : { step: 'done', imported, isTooLate: true },
      )
    } catch (error) {
      setState({ ...from, busy: undefined, words: wordsOf(error) })
    }
  }

  return {
    state,
    choose: (file: File) => void choose(file),
    change: (from: Matched, matching: Partial<Matching>) =>
      setState({
        ...from,
        matching: { ...from.matching, ...matching },
        isStale: true,
        words: undefined,
        isCancelled: false,
      }),
    takeSheets: (from: Matched, sheets: string[]) => void takeSheets(from, sheets),
    check: (from: Matched) => void findOut(from, begin()),
    importNow: (from: Matched, fingerprint: string) => void doImport(from, fingerprint),
    /** What somebody has chosen stays. */
    cancel: (from: Matched) => {
      if (from.busy === 'importing') void cancelImport(from)
      if (from.busy !== 'checking') return
      going.current?.abort()
      setState({ ...from, busy: undefined })
    },
    restart: () => {
      going.current?.abort()
      setState({ step: 'choose' })
    },
  }
}
