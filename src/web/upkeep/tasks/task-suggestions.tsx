import { useEffect, useId, useState } from 'react'
import { ruleInWords } from '../../../shared/lib/recurrence.ts'
import {
  createTask,
  declineSuggestion,
  listTaskSuggestions,
  type Suggestion,
} from '../../../shared/upkeep/tasks.api.ts'
import { call } from '../../lib/call.ts'
import { useLostFocus } from '../../lib/focus/use-lost-focus.ts'
import { sentence } from '../../lib/errors.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { IconX } from '../../ui/icons.tsx'
import { toast } from '../../lib/toasts.ts'
import { dayNow } from '../../lib/days.ts'
import { useTaskChange } from './use-task-change.ts'

interface TaskSuggestionsProps {
  projectID: number | undefined
  oneHome: boolean
  /** A new object whenever tasks change, which reloads the suggestions. */
  version: object
}

const keyOf = ({ itemID, suggestion }: Suggestion): string => `${itemID} ${suggestion}`

/** Tasks that homes usually need: each can be added or declined. Renders nothing without suggestions. */
export const TaskSuggestions = ({ projectID, oneHome, version }: TaskSuggestionsProps) => {
  const id = useId()
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>([])
  const { busy, change } = useTaskChange()
  const lostFocus = useLostFocus()
  const load = async () => (await call(listTaskSuggestions, { query: { projectID } })).suggestions
  useEffect(() => {
    let isHere = true
    // Suggestions are optional, so errors are only logged.
    call(listTaskSuggestions, { query: { projectID } }).then(
      (answer) => isHere && setSuggestions(answer.suggestions),
      console.error,
    )
    return () => {
      isHere = false
    }
  }, [projectID, version])
  if (suggestions.length === 0) return null
  const add = ({ suggestion, name, repeats, itemID, projectID: home }: Suggestion) =>
    change(() =>
      call(createTask, { body: { projectID: home, itemID, suggestion, inputs: { name, repeats, day: dayNow() } } }),
    )
  const decline = async ({ itemID, suggestion }: Suggestion) => {
    try {
      await call(declineSuggestion, { body: { itemID, suggestion } })
      setSuggestions(await load())
    } catch (error) {
      toast({ kind: 'error', text: sentence(error, { other: 'Unable to save this' }) })
    }
  }
  return (
    <section aria-labelledby={id} className="mb-24" {...lostFocus}>
      <h2 id={id} className="h2-small mb-12">
        Suggested
      </h2>
      <ul className="sheet ruled">
        {suggestions.map((each) => (
          <li key={keyOf(each)} className="row gap-4 line">
            <span className="grow">
              <b className="block strong">{each.name}</b>
              <small className="block faint small">
                {each.repeats && `${ruleInWords(each.repeats)}, `}
                <bdi>{oneHome ? each.title : `${each.title}, ${each.projectName}`}</bdi>
              </small>
            </span>
            <Button
              kind="quiet"
              small
              busy={busy}
              aria-label={`Add: ${each.name}, ${each.title}`}
              onClick={() => void add(each)}
            >
              Add
            </Button>
            <IconButton
              label={`Not Needed: ${each.name}, ${each.title}`}
              icon={<IconX />}
              onClick={() => void decline(each)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
