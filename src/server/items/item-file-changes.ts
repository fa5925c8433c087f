import type { DomainEvent } from '../../shared/events.ts'
import type { FileThen } from '../../shared/history/event-spec.ts'

export type FileEvent = DomainEvent extends infer Each
  ? Each extends { kind: `file${string}` }
    ? Omit<Each, 'roomID' | 'itemID'>
    : never
  : never

export const asThen = ({ remote, name }: FileThen): FileThen => ({ remote, name })

/** Pairs each file of an item with its previous state; `left` are previous files without a counterpart. */
export const pairsOf = <Before extends FileThen, After extends FileThen>(
  before: readonly Before[],
  after: readonly After[],
) => {
  const left = before.map((file, at) => ({ ...file, at }))
  const take = (isIt: (file: FileThen) => boolean) => {
    const found = left.findIndex(isIt)
    return found < 0 ? undefined : left.splice(found, 1)[0]
  }
  const underItsName = after.map(({ remote, name }) => take((file) => file.remote === remote && file.name === name))
  const pairs = after.map((now, n) => ({
    then: underItsName[n] ?? take(({ remote }) => remote === now.remote),
    now,
  }))
  return { pairs, left }
}

/**
 * The events of an item's files, except for those that went to the trash. A file can be attached under several names;
 * if it now has fewer, the others are permanently removed.
 */
export const changesOfFiles = (before: readonly FileThen[], after: readonly FileThen[]): FileEvent[] => {
  const { pairs, left } = pairsOf(before, after)
  const events = pairs.flatMap(({ then, now }): FileEvent[] => {
    if (!then) return [{ kind: 'file attached', before: null, after: asThen(now) }]
    return then.name === now.name ? [] : [{ kind: 'file renamed', before: asThen(then), after: asThen(now) }]
  })
  for (const file of left) {
    const isThere = after.some(({ remote }) => remote === file.remote)
    if (isThere) events.push({ kind: 'file removed', before: asThen(file), after: null })
  }
  const stayed = pairs.flatMap(({ then }) => then ?? [])
  const remotesOf = (files: readonly FileThen[]) => files.map(({ remote }) => remote)
  const [was, is] = [remotesOf(stayed.toSorted((one, other) => one.at - other.at)), remotesOf(stayed)]
  if (was.some((remote, at) => remote !== is[at])) {
    events.push({ kind: 'files reordered', before: { remotes: was }, after: { remotes: is } })
  }
  return events
}
