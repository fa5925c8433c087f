import { useEffect, useState } from 'react'
import { copyText } from './copy-text.ts'
import { toast } from '../../lib/toasts.ts'

const ANNOUNCED_MS = 2_000

/**
 * `copied` counts the copies made within the last two seconds, so that copying again is announced again. Call `copy` from a user
 * event.
 */
export const useCopied = (text: string, failure: string): { copied: number; copy: () => Promise<void> } => {
  const [copied, setCopied] = useState(0)
  useEffect(() => {
    if (copied === 0) return
    const timer = setTimeout(() => setCopied(0), ANNOUNCED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    if (await copyText(text)) setCopied((count) => count + 1)
    else toast({ kind: 'error', text: failure })
  }
  return { copied, copy }
}
