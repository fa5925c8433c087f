import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { Gap } from '../../../shared/upkeep/handover-checklist.api.ts'
import { LIMITS } from '../../../shared/contract/limits.ts'
import { isOfDates, type Slot } from '../../../shared/structure/room-structure.api.ts'
import { DateInterpretation } from '../../items/form/date-interpretation.tsx'
import { paths } from '../../lib/paths.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { IconDoor, createIcon } from '../../ui/icons.tsx'
import { AddPaper } from './add-paper.tsx'
import { focusField } from './focus-field.ts'
import styles from './gaps.module.css'
import { listed, type Lack } from './lacks.ts'
import { useGapChange } from './use-gap-change.ts'

const IconBox = createIcon('M12 3l8 4.5v9L12 21l-8-4.5v-9zm0 9l8-4.5M12 12v9m0-9L4 7.5')

interface GapRowProps {
  lack: Lack
  mayWrite: boolean
  /** The gap was set aside; this can be undone. */
  isAside: boolean
  /** The heading above already names the room. */
  inRoom: boolean
  /** The gap was filled, set aside or brought back; moves the focus on. */
  onChanged: (key: string) => void
}

/** What is missing, in words. */
const lackOf = (lack: Lack): string =>
  lack.what === 'values' ? `no ${listed(lack.fields.map(({ label }) => label))}` : `no ${lack.what}`

const placeOf = (lack: Lack, inRoom: boolean): string =>
  lack.what === 'items'
    ? lack.roomTypeName
    : [...(inRoom ? [] : [lack.roomName]), lack.subCatName, lackOf(lack)].join(', ')

/** A gap: where it is, a field or button to fill it, and Not Needed. */
export const GapRow = ({ lack, mayWrite, isAside, inRoom, onChanged }: GapRowProps) => {
  const change = useGapChange(() => onChanged(lack.key))
  const { busy, setAside } = change
  return (
    <li className={styles.row} data-gap={lack.key}>
      <Chip
        sample={lack.what === 'items' ? null : lack.sample}
        icon={lack.what === 'items' ? <IconDoor /> : <IconBox />}
        dashed={lack.what === 'items'}
      />
      <div className={styles.words}>
        <WayTo lack={lack} />
        <small>
          <bdi>{placeOf(lack, inRoom)}</bdi>
        </small>
      </div>
      {mayWrite && !isAside && (
        <div className={styles.fill} data-fill>
          <Fill lack={lack} change={change} onChanged={() => onChanged(lack.key)} />
        </div>
      )}
      {mayWrite && (
        <div className={styles.aside}>
          <Button
            kind="quiet"
            small
            busy={busy}
            aria-label={`${isAside ? 'Needed After All' : 'Not Needed'}: ${lack.title}, ${lackOf(lack)}`}
            onClick={() => void setAside(lack, !isAside)}
          >
            {isAside ? 'Needed After All' : 'Not Needed'}
          </Button>
        </div>
      )}
    </li>
  )
}

const WayTo = ({ lack }: { lack: Lack }) => {
  const title = <bdi>{lack.title}</bdi>
  if (lack.what === 'items') return <Link to={paths.roomItems(lack.roomID)}>{title}</Link>
  if (lack.what !== 'values') return <Link to={paths.itemAttachments(lack.itemID)}>{title}</Link>
  const [first] = lack.fields
  return (
    <Link to={paths.editItem(lack.itemID)} onClick={() => first && focusField(first.field)}>
      {title}
    </Link>
  )
}

type Change = ReturnType<typeof useGapChange>

const Fill = ({ lack, change, onChanged }: { lack: Lack; change: Change; onChanged: () => void }) => {
  if (lack.what === 'items')
    return (
      <LinkButton small to={paths.roomItems(lack.roomID)} aria-label={`Open Room: ${lack.title}`}>
        Open Room
      </LinkButton>
    )
  if (lack.what === 'values') return <Values gap={lack} change={change} />
  return <AddPaper gap={lack} what={lack.what === 'receipt' ? 'receipt' : 'manual'} onChanged={onChanged} />
}

/** A field for each label without a value. */
const Values = ({ gap, change: { busy, fill } }: { gap: Gap; change: Change }) => {
  const [values, setValues] = useState<Partial<Record<Slot, string>>>({})
  const isTyped = Object.values(values).some((value) => value.trim() !== '')
  return (
    <form
      noValidate
      className={styles.values}
      onSubmit={(event) => {
        event.preventDefault()
        if (isTyped) void fill(gap, values)
      }}
    >
      {gap.fields.map((field) => (
        <MissingValue
          key={field.field}
          {...field}
          of={gap.title}
          value={values[field.field] ?? ''}
          onChange={(value) => setValues({ ...values, [field.field]: value })}
        />
      ))}
      {isTyped && (
        <Button type="submit" small busy={busy} aria-label={`Save: ${gap.title}`}>
          Save
        </Button>
      )}
    </form>
  )
}

interface MissingValueProps extends Omit<Gap['fields'][number], 'propID'> {
  /** The item's title. */
  of: string
  value: string
  onChange: (value: string) => void
}

const MissingValue = ({ field, label, kind, of, value, onChange }: MissingValueProps) => {
  const name = `missing ${field}`
  const hint = useId()
  const isDate = isOfDates(kind) && value !== ''
  return (
    <span className={styles.value}>
      <input
        name={name}
        aria-label={`${label} of ${of}`}
        aria-describedby={isDate ? hint : undefined}
        placeholder={label}
        autoComplete="off"
        maxLength={LIMITS.itemField}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {isDate && (
        <small id={hint}>
          <DateInterpretation name={name} kind={kind} text={value} onChoose={onChange} />
        </small>
      )}
    </span>
  )
}
