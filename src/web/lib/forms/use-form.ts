import { useEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, NoResponse, sentence, type FailureSentences } from '../errors.ts'
import { focusInvalid } from '../focus/focus-field.ts'
import { useKeptDraft } from './kept-draft.ts'
import { toast, type ToastAction } from '../toasts.ts'
import { isTyping } from '../typing.ts'
import { useLeave } from './unsaved-guard.ts'
import { useIsMounted } from '../use-is-mounted.ts'
import { restoreScroll } from '../navigation-history.ts'
import { saveUntilAnswered } from './waiting-save.ts'

type Sentences = Readonly<Record<string, string | undefined>>

/** What follows a success. Without `to` the form is emptied for the next entry. */
interface Outcome {
  message?: string
  to?: string | undefined
  /** The page of this form no longer exists: Back does not lead to it. */
  isGone?: boolean
  /** State of the new history entry. */
  state?: object | undefined
  /** The action of the toast. */
  action?: ToastAction | undefined
}

/** The pressed button, its call, and what to say about a failure. */
type Call = [
  button: string,
  send: () => Promise<Outcome | undefined>,
  failure: FailureSentences | ((error: unknown) => string | Answer | undefined),
]

/** The server's last answer. */
interface Answer {
  kind: 'success' | 'warning' | 'error'
  text: ReactNode
}

/** The properties of one field. */
export interface FormField<Value = string> {
  name: string
  value: Value
  error: string | undefined
  changed?: boolean
  onChange: (value: Value) => void
  onBlur: (event: FocusEvent) => void
}

/** Shown if a form is submitted without changes. */
export const NOTHING_TO_SAVE = 'No changes yet.'

/** Never kept in the browser. */
const isSecret = (name: string): boolean => /pass|pwd|confirmation|^code$/i.test(name)

/** Do not show an error now: it would move the button that the pointer is about to press. */
const isAboutToPress = ({ relatedTarget }: FocusEvent): boolean =>
  relatedTarget instanceof Element && relatedTarget.closest('a, button') !== null

/** Texts differ if they do so without the space around them. Without a stored value, a blank text is no difference. */
const comparable = (value: unknown = ''): unknown => (typeof value === 'string' ? value.trim() : JSON.stringify(value))

/**
 * State of a form of JSON values by name, most of them texts.
 *
 * - `initial` may change later; what was entered stays.
 * - A field shows its error once it was left or the form was submitted, and a refusal by the server until it is changed.
 * - One call runs at a time. After a failure everything entered stays.
 * - A form that 'edits' marks fields that differ from `initial`, is sent only if one does, and stays open after a success
 *   if something was entered since it was sent.
 * - With `formName`, what was entered survives a reload (kept-draft.ts).
 */
export const useForm = <Values extends object>(
  initial: Readonly<Values>,
  problemsOf: (values: Readonly<Values>) => Sentences = () => ({}),
  purpose: 'enters' | 'edits' = 'enters',
  formName?: string,
) => {
  type Name = keyof Values & string
  const names = Object.keys(initial) as Name[]
  const ref = useRef<HTMLFormElement>(null)
  const leave = useLeave()
  const isHere = useIsMounted()
  const [entered, setEntered] = useState<Partial<Values>>()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<Sentences>({})
  // A ref, because a second press can come before the next render.
  const sending = useRef(false)
  const enteredSinceSent = useRef(false)
  /** Ends the retries of a save without an answer. */
  const trying = useRef<AbortController>(undefined)
  useEffect(() => () => trying.current?.abort(), [])
  const [pressed, setPressed] = useState<string>()
  const [answer, setAnswer] = useState<Answer>()
  const [saved, setSaved] = useState(false)
  const [unchanged, setUnchanged] = useState(false)
  const values: Readonly<Values> = { ...initial, ...entered }
  const problems = problemsOf(values)
  const differs = (name: Name): boolean => comparable(values[name]) !== comparable(initial[name])
  const changed = saved ? [] : names.filter(differs)
  const isChanged = changed.length > 0

  /** Sets values as if entered, which clears the server's refusals of them. */
  const put = (changes: Partial<Values> | ((values: Readonly<Values>) => Partial<Values>)) => {
    const changesOf = typeof changes === 'function' ? changes : () => changes
    enteredSinceSent.current = true
    // What to save is no longer what was sent.
    trying.current?.abort()
    setEntered((before) => ({ ...before, ...changesOf({ ...initial, ...before }) }))
    setRefused((before) => ({
      ...before,
      ...Object.fromEntries(Object.keys(changesOf(values)).map((name) => [name, undefined])),
    }))
    setSaved(false)
    setUnchanged(false)
  }

  const unsaved = saved ? [] : (Object.keys(entered ?? {}) as Name[]).filter((name) => !isSecret(name) && differs(name))
  const draft = useKeptDraft(
    formName,
    unsaved.length > 0 ? Object.fromEntries(unsaved.map((name) => [name, values[name]])) : undefined,
    {
      restore: (kept) => put(kept as Partial<Values>),
      discard: () => forget(),
      baseOf: (kept) => Object.keys(kept).map((name) => initial[name as Name] ?? ''),
    },
  )

  const field = <Key extends Name>(name: Key): FormField<Values[Key]> => ({
    name,
    value: values[name],
    error: refused[name] ?? (left.has(name) ? problems[name] : undefined),
    ...(purpose === 'edits' && { changed: differs(name) }),
    onChange: (value) => put({ [name]: value } as unknown as Partial<Values>),
    onBlur: (event) => {
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
    const isWrong = Object.values(problems).some((problem) => problem !== undefined)
    if (isWrong) mark(() => setLeft(new Set(names)))
    else if (purpose === 'edits' && !isChanged) sayUnchanged()
    else return true
    return false
  }

  /** Says something as the answer to a call; undefined clears it. */
  const say = (text: string | undefined) => setAnswer(text === undefined ? undefined : { kind: 'error', text })

  /** Discards everything entered. */
  const forget = () => {
    setEntered(undefined)
    setLeft(new Set())
    setRefused({})
    setUnchanged(false)
  }

  const follow = async ({ message, to, isGone, state, action }: Outcome) => {
    const isStillUnsaved = purpose === 'edits' && !isGone && enteredSinceSent.current
    if (to === undefined && !isStillUnsaved) {
      forget()
      if (message !== undefined) setAnswer({ kind: 'success', text: message })
      return
    }
    if (message !== undefined) toast({ kind: 'success', text: message, action })
    if (to === undefined || isStillUnsaved) return
    setSaved(true)
    if (isHere()) await leave(to, { replace: isGone === true, ...restoreScroll(to), ...(state && { state }) })
  }

  /** Returns whether there was an answer. A retry without one shows nothing new. */
  const attempt = async ([button, send, failure]: Call, isRepeated = false): Promise<boolean> => {
    if (sending.current) return true
    if (!isRepeated) setAnswer(undefined)
    sending.current = true
    enteredSinceSent.current = false
    setPressed(button)
    try {
      const outcome = await send()
      setAnswer(undefined)
      if (outcome) await follow(outcome)
      return true
    } catch (error) {
      const isAnswered = !(error instanceof NoResponse)
      if (!isAnswered && isRepeated) return false
      if (error instanceof ApiError) setRefused(error.fields)
      const said = typeof failure === 'function' ? failure(error) : sentence(error, failure)
      setAnswer(typeof said === 'string' ? { kind: 'error', text: said } : said)
      return isAnswered
    } finally {
      sending.current = false
      setPressed(undefined)
    }
  }

  /** Makes a button's call without checking the form. `send` and `failure` return undefined if nothing is to be shown. */
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
    values,
    field,
    put,
    submit,
    act,
    check,
    refuse,
    say,
    sayUnchanged,
    forget,
    /** What was entered before a reload. */
    draft,
    /** The button whose call is running. */
    pressed,
    busy: pressed !== undefined,
    answer,
    /** Names of the fields that differ from what is stored. */
    changed,
    isChanged,
    /** It was submitted without changes. */
    unchanged: unchanged && !isChanged,
    status: isChanged ? 'Unsaved changes' : unchanged ? NOTHING_TO_SAVE : undefined,
  }
}

export type Form<Values extends object> = ReturnType<typeof useForm<Values>>

/** Says nothing about a refusal that is shown at that field. */
export const unlessAt =
  (name: string, sentences: FailureSentences) =>
  (error: unknown): string | undefined =>
    error instanceof ApiError && error.fields[name] !== undefined ? undefined : sentence(error, sentences)

/** The props of a name's field, with an error if the same name was submitted. */
export const orSame = <Field extends { error?: string | undefined }>(field: Field, same: boolean): Field =>
  same ? { ...field, error: 'That’s already its name.' } : field
