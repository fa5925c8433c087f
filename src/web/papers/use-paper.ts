import { useEffect, useRef, useState } from 'react'
import type { ProblemBody } from '../../shared/contract/problem.ts'
import { appFetch } from '../lib/app-state.ts'
import { SignInFirst } from '../lib/errors.ts'
import { requireOwnAnswer } from '../lib/sign-in.ts'

/** The filename from the Content-Disposition header. */
const nameIn = (disposition: string): string => {
  const coded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  return coded === undefined ? (/filename="([^"]+)"/.exec(disposition)?.[1] ?? 'Paper.pdf') : decodeURIComponent(coded)
}

const save = (bytes: Blob, name: string) => {
  const address = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address))
}

/** Generates a paper and saves it to disk. It takes a moment, may fail, and can be aborted. */
export const usePaper = () => {
  const [making, setMaking] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const end = useRef<AbortController>(undefined)
  useEffect(() => () => end.current?.abort(), [])

  const make = async (address: string) => {
    const controller = new AbortController()
    end.current = controller
    setFailure(undefined)
    setMaking(address)
    try {
      const answer = await appFetch(address, { signal: controller.signal, redirect: 'manual' })
      requireOwnAnswer(answer)
      if (answer.ok) save(await answer.blob(), nameIn(answer.headers.get('Content-Disposition') ?? ''))
      else setFailure(((await answer.json()) as ProblemBody).message)
    } catch (error) {
      if (controller.signal.aborted) return
      console.error(error)
      setFailure(error instanceof SignInFirst ? error.message : 'No server response')
    } finally {
      if (end.current === controller) setMaking(undefined)
    }
  }

  return {
    making: making !== undefined,
    failure,
    make: (address: string) => void make(address),
    cancel: () => end.current?.abort(),
  }
}
