import { useEffect, useState } from 'react'
import { toast } from '../../lib/toasts.ts'

const ANNOUNCED_MS = 2_000

/** Browsers offer the clipboard API only on https and localhost; many home servers have neither. */
const copyWithoutClipboard = (text: string): boolean => {
  const give = (event: ClipboardEvent) => {
    event.preventDefault()
    event.clipboardData?.setData('text/plain', text)
  }
  document.addEventListener('copy', give)
  const copied = document.execCommand('copy')
  document.removeEventListener('copy', give)
  return copied
}

/** Returns whether the text was copied. */
const copyText = async (text: string): Promise<boolean> => {
  if (!window.isSecureContext) return copyWithoutClipboard(text)
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    console.warn(error)
    return copyWithoutClipboard(text)
  }
}

/** The text copied within the last two seconds. */
export interface Copied {
  text: string
  /** Counts copies, so that copying again is announced again. */
  count: number
}

/** Call `copy` from a key or click handler. `what` is what could not be copied: 'the link'. */
export const useCopy = () => {
  const [copied, setCopied] = useState<Copied>()
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(undefined), ANNOUNCED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (text: string, what = `"${text}"`) => {
    if (await copyText(text)) setCopied((before) => ({ text, count: (before?.count ?? 0) + 1 }))
    else toast({ kind: 'error', text: `Unable to copy ${what}` })
  }
  return { copied, copy }
}
