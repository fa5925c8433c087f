import { useRef, useState, type FocusEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { ApiError } from './api/errors.ts'
import { toast, type ToastAction } from './ui/toasts.ts'
import { useIsHere } from './use-is-here.ts'

type Sentences = Readonly<Record<string, string | undefined>>

/** What follows a success: where it leads, or without that an empty form for the next entry. */
interface Outcome {
  message: string
  to?: string | undefined
  /** What the message offers. */
  action?: ToastAction | undefined
}

/** What the server said last. */
interface Answer {
  kind: 'success' | 'warning' | 'error'
  text: ReactNode
}

/** A sentence below a field moves what follows it: not under the pointer that is about to press there. */
const isAboutToPress = ({ relatedTarget }: FocusEvent): boolean =>
  relatedTarget instanceof Element && relatedTarget.closest('a, button') !== null

/**
 * A form of texts. What fills it in may arrive later, as another `initial`; what was typed stays. A field shows what is
 * wrong with it once it was left or the form submitted, and what the server refused until it is changed. One call at a
 * time; after a failure everything typed is still there. A form that 'edits' shows something stored: its fields are
 * marked where they differ from that.
 */
export const useForm = <Name extends string>(
  initial: Readonly<Record<Name, string>>,
  problemsOf: (texts: Readonly<Record<Name, string>>) => Sentences,
  purpose: 'enters' | 'edits' = 'enters',
) => {
  const names = Object.keys(initial) as Name[]
  const ref = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const isHere = useIsHere()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [left, setLeft] = useState<ReadonlySet<Name>>(new Set())
  const [refused, setRefused] = useState<Sentences>({})
  // State alone would let a second press through that comes before the next render.
  const sending = useRef(false)
  const [pressed, setPressed] = useState<string>()
  const [answer, setAnswer] = useState<Answer>()
  const [saved, setSaved] = useState(false)
  const texts: Readonly<Record<Name, string>> = { ...initial, ...typed }
  const problems = problemsOf(texts)

  /** The properties of the field with this name. */
  const field = (name: Name) => ({
    name,
    value: texts[name],
    error: refused[name] ?? (left.has(name) ? problems[name] : undefined),
    ...(purpose === 'edits' && { changed: texts[name] !== initial[name] }),
    onChange: (text: string) => {
      setTyped((before) => ({ ...before, [name]: text }))
      setRefused((before) => ({ ...before, [name]: undefined }))
    },
    onBlur: (event: FocusEvent) => {
      if (!isAboutToPress(event)) setLeft((before) => new Set(before).add(name))
    },
  })

  const showProblems = () => {
    flushSync(() => setLeft(new Set(names)))
    ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }

  /** Everything typed goes: the form is for something else now, or empty again. */
  const forget = () => {
    setTyped({})
    setLeft(new Set())
    setRefused({})
  }

  const follow = async ({ message, to, action }: Outcome) => {
    if (to === undefined) {
      forget()
      setAnswer({ kind: 'success', text: message })
      return
    }
    // At once, for leaving a form that holds something unsaved asks first.
    flushSync(() => setSaved(true))
    toast({ kind: 'success', text: message, action })
    if (isHere()) await navigate(to)
  }

  /** Makes the call of the named button, whatever the form holds; `failureOf` words a failed one. */
  const act = async (button: string, send: () => Promise<Outcome>, failureOf: (error: unknown) => string | Answer) => {
    if (sending.current) return
    setAnswer(undefined)
    sending.current = true
    setPressed(button)
    try {
      await follow(await send())
    } catch (error) {
      const failure = failureOf(error)
      setAnswer(typeof failure === 'string' ? { kind: 'error', text: failure } : failure)
      if (error instanceof ApiError) setRefused(error.fields)
    } finally {
      sending.current = false
      setPressed(undefined)
    }
  }

  /** Sends the form for the named button, unless something is wrong with it. */
  const submit: typeof act = async (...call) => {
    if (sending.current || Object.keys(problems).length === 0) return act(...call)
    setAnswer(undefined)
    showProblems()
  }

  return {
    ref,
    texts,
    field,
    submit,
    act,
    forget,
    /** The button whose call is under way. */
    pressed,
    answer,
    isChanged: !saved && names.some((name) => texts[name] !== initial[name]),
  }
}

export type Form<Name extends string> = ReturnType<typeof useForm<Name>>
