import { useCallback, useEffect, useRef, useState } from 'react'
import { fitsWhole, importProject, importReport, type ImportReport } from '../../shared/exchange/project-file.api.ts'
import { importStructure } from '../../shared/structure/structure-file.api.ts'
import type { ResponseOf } from '../../shared/contract/endpoint.ts'
import { call } from '../lib/call.ts'
import { ApiError, asIs, sentence } from '../lib/errors.ts'
import { fetchWithProgress } from '../lib/fetch-with-progress.ts'

export type Imported = ResponseOf<typeof importProject>

/** The state of an import, as the page shows it. */
type ImportState =
  | { step: 'choose'; failure?: unknown; words?: string }
  /** `share` is the part sent, 0 to 1. */
  | { step: 'send'; name: string; progress: number }
  | { step: 'decide'; file: File; report: ImportReport }
  | { step: 'done'; imported: Imported }

/** Whether the finished import needs no report. */
export const isReportEmpty = (report: ImportReport): boolean =>
  fitsWhole(report) && report.inNotes + report.inFiles + report.lostFiles.length === 0

const wordsOf = (error: unknown): string =>
  sentence(error, {
    other: 'Unable to import the project',
    ...Object.fromEntries([400, 409, 413, 429].map((status) => [status, asIs])),
  })

const PAUSE_MS = 400
const MOST_TRIES = 10

/** The server ends a cancelled import with a delay; a new one is retried until then. */
const retryWhileBusy = async <T>(signal: AbortSignal, send: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await send()
    } catch (error) {
      const isUnderWay = error instanceof ApiError && error.code === 'import_under_way'
      if (!isUnderWay || tries === MOST_TRIES || signal.aborted) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/** Imports one file: upload, report of what does not fit, result. Leaving the page aborts it. */
export const useImport = (onDone: (imported: Imported) => void) => {
  const [state, setState] = useState<ImportState>({ step: 'choose' })
  const going = useRef<AbortController>(undefined)
  useEffect(() => () => going.current?.abort(), [])

  const send = async (file: File, unfit: 'keep' | 'refuse', before?: () => Promise<unknown>) => {
    const controller = new AbortController()
    going.current = controller
    const { signal } = controller
    const onProgress = (progress: number) => signal.aborted || setState({ step: 'send', name: file.name, progress })
    onProgress(0)
    try {
      await before?.()
      const options = { signal, fetch: fetchWithProgress(onProgress) }
      const imported = await retryWhileBusy(signal, () =>
        call(importProject, { query: { unfit }, files: [file] }, options),
      )
      setState({ step: 'done', imported })
      onDone(imported)
    } catch (error) {
      if (signal.aborted) return
      const told = error instanceof ApiError && importReport.safeParse(error.body.report)
      if (told && told.success) setState({ step: 'decide', file, report: told.data })
      else setState({ step: 'choose', failure: error, words: wordsOf(error) })
    }
  }

  return {
    state,
    choose: (file: File) => void send(file, 'refuse'),
    keep: (file: File) => void send(file, 'keep'),
    /** Adds what is missing to the installation's structure first. */
    add: (file: File, { structure }: ImportReport) =>
      void send(file, 'keep', async () => structure && call(importStructure, { body: { structure, apply: true } })),
    cancel: useCallback(() => {
      going.current?.abort()
      setState({ step: 'choose' })
    }, []),
  }
}
