import { useForm } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './gaps.module.css'
import { MissingValue } from './gap-row.tsx'
import type { GapOrEmptyRoom } from './gaps-by-kind.ts'
import { useGapChange } from './use-gap-change.ts'

/** One value for all items that lack it; nothing if they lack different things. */
export const FillAll = ({ lacks }: { lacks: readonly GapOrEmptyRoom[] }) => {
  const form = useForm({ value: '' })
  const { value, onChange } = form.field('value')
  const { busy, fillAll } = useGapChange(form.forget)
  const gaps = lacks.flatMap((lack) => (lack.what === 'values' ? lack : []))
  const [missing] = gaps[0]?.fields ?? []
  if (!missing || gaps.length < 2 || gaps.some(({ fields }) => fields[0]?.propID !== missing.propID)) return null
  return (
    <Form
      form={form}
      className={classNames('flex wrap gap-8 mb-12', styles.values)}
      onSubmit={async () => {
        if (value.trim() !== '') await fillAll(gaps, value)
      }}
    >
      <MissingValue {...missing} of={`all ${gaps.length}`} value={value} onChange={onChange} />
      <Button type="submit" small busy={busy} disabled={value.trim() === ''}>
        Fill All {gaps.length}
      </Button>
    </Form>
  )
}
