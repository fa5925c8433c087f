import { useEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, NoResponse } from '../errors.ts'
import { focusInvalid } from '../focus/focus-field.ts'
import { useKeptDraft } from './kept-draft.ts'
import { toast, type ToastAction } from '../../ui/toasts/toasts.ts'
import { isTyping } from '../../ui/typing.ts'
import { useLeave } from '../../ui/forms/unsaved-guard.tsx'
import { useIsMounted } from '../use-is-mounted.ts'
import { whereItWas } from '../navigation-history.ts'
import { saveUntilAnswered } from './waiting-save.ts'

type Sentences = Readonly<Record<string, string | undefined>>

/** What follows a success: where it leads, or without that an empty form for the next entry. */
interface Outcome {
  message: string
  to?: string | undefined
  /** The page of this form is no more: Back does not lead to it. */
  isGone?: boolean
  /** What the history entry of that place remembers. */
  state?: object | undefined
  /** What the message offers. */
  action?: ToastAction | undefined
}

/** The name of the pressed button, its call, and the words for a failure. */
type Call = [
  button: string,
  send: () => Promise<Outcome | undefined>,
  failureOf: (error: unknown) => string | Answer | undefined,
]

/** What the server said last. */
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

/** What a form says that is submitted before anything in it was changed. */
export const NOTHING_TO_SAVE = 'No changes yet.'

/** Never kept anywhere. */
const isSecret = (name: string): boolean => /pass|pwd|confirmation|^code$/i.test(name)

/** A sentence below a field moves what follows it: not under the pointer that is about to press there. */
const isAboutToPress = ({ relatedTarget }: FocusEvent): boolean =>
  relatedTarget instanceof Element && relatedTarget.closest('a, button') !== null

/**
 * A form of texts. What fills it in may arrive later, as another `initial`; what was typed stays. A field shows what is
 * wrong with it once it was left or the form submitted, and what the server refused until it is changed. One call at a
 * time; after a failure everything typed is still there. A form that 'edits' shows something stored: its fields are
 * marked where they differ from that, it is not sent before one does, and where something was typed since it was sent it
 * stays after a success. What is typed in a form with a name outlives a reload (kept-draft.ts).
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
  // State alone would let a second press through that comes before the next render.
  const sending = useRef(false)
  const typedSinceSent = useRef(false)
  /** Ends the repeated tries to save what no server answered. */
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

  /** Sets texts as if they were typed: what the server refused of them no longer holds. */
  const put = (change: (texts: Readonly<Record<Name, string>>) => Partial<Record<Name, string>>) => {
    typedSinceSent.current = true
    // What was sent is no longer what is to be saved.
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

  /** Carries the change out and goes to the first field that is marked then, unless somebody types in one. */
  const mark = (change: () => void) => {
    setAnswer(undefined)
    flushSync(change)
    if (!isTyping()) focusInvalid(ref.current)
  }

  /** Marks fields with sentences that hold until they are changed. */
  const refuse = (fields: Sentences) => mark(() => setRefused(fields))

  const sayUnchanged = () => mark(() => setUnchanged(true))

  /** Whether the form can be sent; where it cannot, it says what is missing. */
  const check = (): boolean => {
    const isWrong = Object.keys(problems).length > 0
    if (isWrong) mark(() => setLeft(new Set(names)))
    else if (purpose === 'edits' && !isChanged) sayUnchanged()
    else return true
    return false
  }

  /** Everything typed goes: the form is for something else now, or empty again. */
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
    if (isHere()) await leave(to, { replace: isGone === true, ...whereItWas(to), ...(state && { state }) })
  }

  /** Returns whether there was an answer; a repeated try that got none says nothing more. */
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

  /**
   * Makes the call of the named button without checking the form; `failureOf` words a failed one. Either gives undefined
   * where it has done and said all there is.
   */
  const act = async (...call: Call): Promise<boolean> => {
    trying.current?.abort()
    return attempt(call)
  }

  /** Sends the form for the named button, unless something is wrong with it or missing; again and again if no server answers. */
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
    /** What was typed before the page was loaded again. */
    draft,
    /** The button whose call is under way. */
    pressed,
    answer,
    /** The names of the texts that differ from what is stored. */
    changed,
    isChanged,
    /** It was submitted, and says the same as before. */
    unchanged: unchanged && !isChanged,
    status: isChanged ? 'Unsaved changes' : unchanged ? NOTHING_TO_SAVE : undefined,
  }
}

export type Form<Name extends string> = ReturnType<typeof useForm<Name>>

/** The properties of a field for a name; `same` when it was submitted as it is. */
export const orSame = <Field extends { error?: string | undefined }>(field: Field, same: boolean): Field =>
  same ? { ...field, error: 'That’s already its name.' } : field
