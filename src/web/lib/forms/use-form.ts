import { useEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, NoResponse } from '../errors.ts'
import { focusInvalid } from '../focus/focus-field.ts'
import { useKeptDraft } from './kept-draft.ts'
import { toast, type ToastAction } from '../../ui/toasts/toasts.ts'
import { isTyping } from '../../ui/typing.ts'
import { useLeave } from '../../ui/forms/unsaved-guard.tsx'
import { useIsMounted } from '../use-is-mounted.ts'
import { restoreScroll } from '../navigation-history.ts'
import { saveUntilAnswered } from './waiting-save.ts'

type Sentences = Readonly<Record<string, string | undefined>>

/** What follows a success. Without `to` the form is emptied for the next entry. */
interface Outcome {
  message: string
  to?: string | undefined
  /** The page of this form no longer exists: Back does not lead to it. */
  isGone?: boolean
  /** State of the new history entry. */
  state?: object | undefined
  /** The action of the toast. */
  action?: ToastAction | undefined
}

/** The pressed button, its call, and the sentence for a failure. */
type Call = [
  button: string,
  send: () => Promise<Outcome | undefined>,
  failureOf: (error: unknown) => string | Answer | undefined,
]

/** The server's last answer. */
interface Answer {
  kind: 'success' | 'warning' | 'error'
  text: ReactNode
}

/** The properties of one field. */
export interface FormField {
  name: string
  value: string
  error: string | undefined
  changed?: boolean
  onChange: (text: string) => void
  onBlur: (event: FocusEvent) => void
}

/** Shown if a form is submitted without changes. */
export const NOTHING_TO_SAVE = 'No changes yet.'

/** Never kept in the browser. */
const isSecret = (name: string): boolean => /pass|pwd|confirmation|^code$/i.test(name)

/** Do not show an error now: it would move the button that the pointer is about to press. */
const isAboutToPress = ({ relatedTarget }: FocusEvent): boolean =>
  relatedTarget instanceof Element && relatedTarget.closest('a, button') !== null

/**
 * State of a form of texts.
 *
 * - `initial` may change later; typed text stays.
 * - A field shows its error once it was left or the form was submitted, and a refusal by the server until it is changed.
 * - One call runs at a time. After a failure all typed text stays.
 * - A form that 'edits' marks fields that differ from `initial`, is sent only if one does, and stays open after a success
 *   if something was typed since it was sent.
 * - With `formName`, typed text survives a reload (kept-draft.ts).
 */
export const useForm = <Name extends string>(
  initial: Readonly<Record<Name, string>>,
  problemsOf: (texts: Readonly<Record<Name, string>>) => Sentences,
  purpose: 'enters' | 'edits' = 'enters',
  formName?: string,
) => {
  const names = Object.keys(initial) as Name[]
  const ref = useRef<HTMLFormElement>(null)
  const leave = useLeave()
  const isHere = useIsMounted()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [left, setLeft] = useState<ReadonlySet<Name>>(new Set())
  const [refused, setRefused] = useState<Sentences>({})
  // A ref, because a second press can come before the next render.
  const sending = useRef(false)
  const typedSinceSent = useRef(false)
  /** Ends the retries of a save without an answer. */
  const trying = useRef<AbortController>(undefined)
  useEffect(() => () => trying.current?.abort(), [])
  const [pressed, setPressed] = useState<string>()
  const [answer, setAnswer] = useState<Answer>()
  const [saved, setSaved] = useState(false)
  const [unchanged, setUnchanged] = useState(false)
  const texts: Readonly<Record<Name, string>> = { ...initial, ...typed }
  const problems = problemsOf(texts)
  const differs = (name: Name): boolean => texts[name].trim() !== initial[name].trim()
  const changed = saved ? [] : names.filter(differs)
  const isChanged = changed.length > 0

  /** Sets texts as if typed, which clears the server's refusals of them. */
  const put = (change: (texts: Readonly<Record<Name, string>>) => Partial<Record<Name, string>>) => {
    typedSinceSent.current = true
    // The text to save is no longer the text that was sent.
    trying.current?.abort()
    setTyped((before) => ({ ...before, ...change({ ...initial, ...before }) }))
    setRefused((before) => ({
      ...before,
      ...Object.fromEntries(Object.keys(change(texts)).map((name) => [name, undefined])),
    }))
    setSaved(false)
    setUnchanged(false)
  }

  const storedOf = (name: string): string => (initial as Readonly<Record<string, string>>)[name] ?? ''
  const unsaved = saved
    ? []
    : Object.entries(typed).filter(([name, text]) => !isSecret(name) && text.trim() !== storedOf(name).trim())
  const draft = useKeptDraft(formName, unsaved.length > 0 ? Object.fromEntries(unsaved) : undefined, {
    restore: (texts) => put(() => texts as Partial<Record<Name, string>>),
    discard: () => forget(),
    baseOf: (texts) => Object.keys(texts).map(storedOf),
  })

  const field = (name: Name): FormField => ({
    name,
    value: texts[name],
    error: refused[name] ?? (left.has(name) ? problems[name] : undefined),
    ...(purpose === 'edits' && { changed: differs(name) }),
    onChange: (text: string) => put(() => ({ [name]: text }) as Partial<Record<Name, string>>),
    onBlur: (event: FocusEvent) => {
      if (!isAboutToPress(event)) setLeft((before) => new Set(before).add(name))
    },
  })

  /** Makes the change and focuses the first invalid field, unless the user is typing. */
  const mark = (change: () => void) => {
    setAnswer(undefined)
    flushSync(change)
    if (!isTyping()) focusInvalid(ref.current)
  }

  /** Shows errors on fields until they are changed. */
  const refuse = (fields: Sentences) => mark(() => setRefused(fields))

  const sayUnchanged = () => mark(() => setUnchanged(true))

  /** Whether the form can be sent; if not, shows why. */
  const check = (): boolean => {
    const isWrong = Object.keys(problems).length > 0
    if (isWrong) mark(() => setLeft(new Set(names)))
    else if (purpose === 'edits' && !isChanged) sayUnchanged()
    else return true
    return false
  }

  /** Discards everything typed. */
  const forget = () => {
    setTyped({})
    setLeft(new Set())
    setRefused({})
    setUnchanged(false)
  }

  const follow = async (outcome: Outcome | undefined) => {
    if (!outcome) return
    const { message, to, isGone, state, action } = outcome
    if (purpose === 'edits' && !isGone && typedSinceSent.current) {
      toast({ kind: 'success', text: message, action })
      return
    }
    if (to === undefined) {
      forget()
      setAnswer({ kind: 'success', text: message })
      return
    }
    setSaved(true)
    toast({ kind: 'success', text: message, action })
    if (isHere()) await leave(to, { replace: isGone === true, ...restoreScroll(to), ...(state && { state }) })
  }

  /** Returns whether there was an answer. A retry without one shows nothing new. */
  const attempt = async ([button, send, failureOf]: Call, isRepeated = false): Promise<boolean> => {
    if (sending.current) return true
    if (!isRepeated) setAnswer(undefined)
    sending.current = true
    typedSinceSent.current = false
    setPressed(button)
    try {
      const outcome = await send()
      setAnswer(undefined)
      await follow(outcome)
      return true
    } catch (error) {
      const isAnswered = !(error instanceof NoResponse)
      if (!isAnswered && isRepeated) return false
      if (error instanceof ApiError) setRefused(error.fields)
      const failure = failureOf(error)
      setAnswer(typeof failure === 'string' ? { kind: 'error', text: failure } : failure)
      return isAnswered
    } finally {
      sending.current = false
      setPressed(undefined)
    }
  }

  /** Makes a button's call without checking the form. `send` and `failureOf` return undefined if nothing is to be shown. */
  const act = async (...call: Call): Promise<boolean> => {
    trying.current?.abort()
    return attempt(call)
  }

  /** Makes a button's call if the form is valid, and retries it until a server answers. */
  const submit = async (...call: Call): Promise<void> => {
    if (!sending.current && !check()) return
    if ((await act(...call)) || !isHere()) return
    const leaving = new AbortController()
    trying.current = leaving
    void saveUntilAnswered(() => attempt(call, true), leaving.signal)
  }

  return {
    ref,
    texts,
    field,
    put,
    submit,
    act,
    check,
    refuse,
    sayUnchanged,
    forget,
    /** Text typed before a reload. */
    draft,
    /** The button whose call is running. */
    pressed,
    answer,
    /** Names of the fields that differ from what is stored. */
    changed,
    isChanged,
    /** It was submitted without changes. */
    unchanged: unchanged && !isChanged,
    status: isChanged ? 'Unsaved changes' : unchanged ? NOTHING_TO_SAVE : undefined,
  }
}

export type Form<Name extends string> = ReturnType<typeof useForm<Name>>

/** The props of a name's field, with an error if the same name was submitted. */
export const orSame = <Field extends { error?: string | undefined }>(field: Field, same: boolean): Field =>
  same ? { ...field, error: 'That’s already its name.' } : field
