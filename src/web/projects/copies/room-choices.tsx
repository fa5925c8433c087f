import { useState } from 'react'
import type { RoomCard } from '../../../shared/projects/rooms.api.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'

interface RoomChoicesProps {
  /** Undefined while loading. */
  rooms: readonly RoomCard[] | undefined
  /** Only one room can be selected. */
  one: boolean
  chosen: ReadonlySet<number>
  onChoose: (chosen: ReadonlySet<number>) => void
  /** The room of the copied item: offered, but Select All leaves it out. */
  from?: number | undefined
}

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Rooms with checkboxes; typing filters the list. */
export const RoomChoices = ({ rooms, one, chosen, onChoose, from }: RoomChoicesProps) => {
  const [typed, setTyped] = useState('')
  const words = folded(typed).split(/\s+/)
  const fitting = (rooms ?? []).filter(({ name, roomTypeName }) => {
    const text = folded(`${name} ${roomTypeName}`)
    return words.every((word) => text.includes(word))
  })
  const others = fitting.filter(({ ID }) => ID !== from)
  const choose = (ids: readonly number[], isTicked: boolean) => {
    const next = new Set(one ? [] : chosen)
    for (const id of ids)
      if (isTicked) next.add(id)
      else next.delete(id)
    onChoose(next)
  }
  return (
    <>
      <TextField label="Find a Room" name="find-room" value={typed} onChange={setTyped} data-takes-focus />
      {!one && others.length > 1 && (
        <Checkbox
          label={`Select All ${others.length}`}
          name="all-rooms"
          checked={others.every(({ ID }) => chosen.has(ID))}
          onChange={(isTicked) =>
            choose(
              others.map(({ ID }) => ID),
              isTicked,
            )
          }
        />
      )}
      {!rooms ? (
        <Spinner />
      ) : fitting.length === 0 ? (
        <p>{rooms.length === 0 ? 'There are no other rooms.' : 'No matching rooms.'}</p>
      ) : (
        <div className="scrolls grid ruled" role={one ? 'radiogroup' : 'group'} aria-label="Rooms">
          {fitting.map(({ ID, name, roomTypeName }) => (
            <label key={ID} className="choice">
              <input
                type={one ? 'radio' : 'checkbox'}
                name="room"
                checked={chosen.has(ID)}
                onChange={({ target }) => choose([ID], target.checked)}
              />
              <bdi>{name}</bdi>
              <span className="push muted small">{ID === from ? `${roomTypeName} · This room` : roomTypeName}</span>
            </label>
          ))}
        </div>
      )}
    </>
  )
}
