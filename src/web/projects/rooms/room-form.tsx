import { useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import type { RoomType } from '../../../shared/structure/room-structure.api.ts'
import { LIMITS } from '../../../shared/contract/limits.ts'
import { roomTypeOfName } from '../../../shared/structure/room-type-of-name.ts'
import { roomName } from '../../../shared/projects/rooms.api.ts'
import { line } from '../../../shared/contract/text.ts'
import { FormCard } from '../../ui/forms/form-card.tsx'
import { FormGrid } from '../../ui/forms/form-grid.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { problemsBy } from '../../lib/forms/problems-by.ts'
import { useForm, type Form } from '../../lib/forms/use-form.ts'
import { useSaveKey } from '../../lib/forms/use-save-key.ts'

/** `roomType` is the ID of the chosen type as text, '' for none. */
const roomTexts = z.object({ roomName, roomType: line() })
type Texts = z.output<typeof roomTexts>

export const useRoomForm = (initial: Texts, purpose: 'enters' | 'edits'): Form<Texts> =>
  useForm(initial, problemsBy(roomTexts), purpose, 'room')

interface RoomFormProps {
  form: Form<Texts>
  roomTypes: readonly RoomType[]
  /** The type is changed in a dialog instead. */
  typeIsLocked?: boolean
  onSubmit: () => void
  /** The form's footer. */
  children: ReactNode
}

export const RoomForm = ({ form, roomTypes, typeIsLocked, onSubmit, children }: RoomFormProps) => {
  const { field } = form
  useSaveKey(onSubmit)
  const name = field('roomName')
  const type = field('roomType')
  const [isTypeChosen, setIsTypeChosen] = useState(false)
  /** A new room called Kitchen is one, until another type is chosen. */
  const onName = (text: string) => {
    name.onChange(text)
    const suggested = typeIsLocked || isTypeChosen ? undefined : roomTypeOfName(roomTypes, text)
    if (suggested) type.onChange(String(suggested.roomTypeID))
  }
  return (
    <FormCard form={form} guarded onSubmit={onSubmit} footer={children}>
      <FormGrid>
        <TextField
          label="Room Name"
          hint={!name.error && `Up to ${LIMITS.roomName} characters`}
          autoComplete="off"
          {...name}
          onChange={onName}
        />
        <Select
          label="Room Type"
          hint={
            typeIsLocked
              ? 'To change it, use Change Room Type below.'
              : 'Sets which categories you can add to this room.'
          }
          disabled={typeIsLocked}
          {...type}
          onChange={(id) => {
            setIsTypeChosen(true)
            type.onChange(id)
          }}
        >
          {!typeIsLocked && <option value="">Choose a room type</option>}
          {roomTypes.map(({ roomTypeID, roomTypeName }) => (
            <option key={roomTypeID} value={roomTypeID}>
              {roomTypeName}
            </option>
          ))}
        </Select>
      </FormGrid>
    </FormCard>
  )
}
