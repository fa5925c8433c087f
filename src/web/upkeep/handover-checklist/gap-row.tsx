import { isOfDates } from '../../../shared/structure/label-kinds.ts'
import { useId, type Ref } from 'react'
import { Link } from 'react-router'
import type { Gap } from '../../../shared/upkeep/handover-checklist.api.ts'
import { LIMITS } from '../../../shared/contract/limits.ts'
import type { Slot } from '../../../shared/structure/room-structure.api.ts'
import { DateInterpretation } from '../../items/form/date-interpretation.tsx'
import { focusing } from '../../lib/focus/focus-target.ts'
import { paths } from '../../lib/paths.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { useForm } from '../../lib/forms/use-form.ts'
import { Form } from '../../ui/forms/form.tsx'
import { Chip } from '../../ui/chip.tsx'
import { IconDoor, createIcon } from '../../ui/icons.tsx'
import { AddDocument } from './add-document.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './gaps.module.css'
import { listed, type GapOrEmptyRoom } from './gaps-by-kind.ts'
import { useGapChange } from './use-gap-change.ts'

const IconBox = createIcon('M12 3l8 4.5v9L12 21l-8-4.5v-9zm0 9l8-4.5M12 12v9m0-9L4 7.5')

interface GapRowProps {
  rowRef: Ref<HTMLLIElement>
  gap: GapOrEmptyRoom
  mayWrite: boolean
  /** The gap was set aside; this can be undone. */
  isSetAside: boolean
  /** The heading above already names the room. */
  inRoom: boolean
  /** The gap was filled, set aside or brought back; moves the focus on. */
  onChanged: (key: string) => void
}

/** What is missing, in words. */
const missingWords = (gap: GapOrEmptyRoom): string =>
  gap.what === 'values' ? `no ${listed(gap.fields.map(({ label }) => label))}` : `no ${gap.what}`

const placeOf = (gap: GapOrEmptyRoom, inRoom: boolean): string =>
  gap.what === 'items'
    ? gap.roomTypeName
    : [...(inRoom ? [] : [gap.roomName]), gap.subCatName, missingWords(gap)].join(', ')

/** A gap: where it is, a field or button to fill it, and Not Needed. */
export const GapRow = ({ rowRef, gap, mayWrite, isSetAside, inRoom, onChanged }: GapRowProps) => {
  const change = useGapChange(() => onChanged(gap.key))
  const { busy, setAside } = change
  return (
    <li ref={rowRef} className="row wrap line gap-12">
      <Chip
        sample={gap.what === 'items' ? null : gap.sample}
        icon={gap.what === 'items' ? <IconDoor /> : <IconBox />}
        dashed={gap.what === 'items'}
      />
      <div className="grow-180">
        <WayTo gap={gap} />
        <small className="block muted label">
          <bdi>{placeOf(gap, inRoom)}</bdi>
        </small>
      </div>
      {mayWrite && !isSetAside && (
        <div data-fill>
          <Fill gap={gap} change={change} onChanged={() => onChanged(gap.key)} />
        </div>
      )}
      {mayWrite && (
        <div className={styles.aside}>
          <Button
            kind="quiet"
            small
            busy={busy}
            aria-label={`${isSetAside ? 'Needed' : 'Not Needed'}: ${gap.title}, ${missingWords(gap)}`}
            onClick={() => void setAside(gap, !isSetAside)}
          >
            {isSetAside ? 'Needed' : 'Not Needed'}
          </Button>
        </div>
      )}
    </li>
  )
}

const TITLE = 'strong plain hover-underline'

const WayTo = ({ gap }: { gap: GapOrEmptyRoom }) => {
  const title = <bdi>{gap.title}</bdi>
  if (gap.what === 'items')
    return (
      <Link to={paths.roomItems(gap.roomID)} className={TITLE}>
        {title}
      </Link>
    )
  if (gap.what !== 'values')
    return (
      <Link to={paths.itemAttachments(gap.itemID)} className={TITLE}>
        {title}
      </Link>
    )
  const [first] = gap.fields
  return (
    <Link to={paths.editItem(gap.itemID)} className={TITLE} {...(first && focusing(first.field))}>
      {title}
    </Link>
  )
}

type Change = ReturnType<typeof useGapChange>

const Fill = ({ gap, change, onChanged }: { gap: GapOrEmptyRoom; change: Change; onChanged: () => void }) => {
  if (gap.what === 'items')
    return (
      <LinkButton small to={paths.roomItems(gap.roomID)} aria-label={`Open Room: ${gap.title}`}>
        Open Room
      </LinkButton>
    )
  if (gap.what === 'values') return <Values gap={gap} change={change} />
  return <AddDocument gap={gap} what={gap.what === 'receipt' ? 'receipt' : 'manual'} onChanged={onChanged} />
}

/** A field for each label without a value. */
const Values = ({ gap, change: { busy, fill } }: { gap: Gap; change: Change }) => {
  const form = useForm<Partial<Record<Slot, string>>>({})
  const { values, put } = form
  const isTyped = Object.values(values).some((value) => value.trim() !== '')
  return (
    <Form
      form={form}
      className={classNames('flex wrap end gap-8', styles.values)}
      onSubmit={async () => {
        if (isTyped) await fill(gap, values)
      }}
    >
      {gap.fields.map((field) => (
        <MissingValue
          key={field.field}
          {...field}
          of={gap.title}
          value={values[field.field] ?? ''}
          onChange={(value) => put({ [field.field]: value })}
        />
      ))}
      {isTyped && (
        <Button type="submit" small busy={busy} aria-label={`Save: ${gap.title}`}>
          Save
        </Button>
      )}
    </Form>
  )
}

interface MissingValueProps extends Omit<Gap['fields'][number], 'propID'> {
  /** The item's title, or 'all 10'. */
  of: string
  value: string
  onChange: (value: string) => void
}

export const MissingValue = ({ field, label, kind, of, value, onChange }: MissingValueProps) => {
  const name = `missing ${field}`
  const hint = useId()
  const isDate = isOfDates(kind) && value !== ''
  return (
    <span className={classNames('grid gap-8', styles.value)}>
      <input
        className="full field-box"
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
