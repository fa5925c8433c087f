import { useEffect, useState } from 'react'
import { Badge } from '../ui/badge.tsx'
import { Button, type ButtonKind } from '../ui/button.tsx'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { Chip, SampleStrip } from '../ui/chip.tsx'
import { ConfirmDialog } from '../ui/dialogs/dialog.tsx'
import { FormCell, FormGrid } from '../ui/forms/form-grid.tsx'
import { FormFooter } from '../ui/forms/form-footer.tsx'
import { IconBrush, IconPlus, IconTrash } from '../ui/icons.tsx'
import { Message } from '../ui/message.tsx'
import { PlanCover } from '../ui/drawings/plan-cover.tsx'
import { Select } from '../ui/forms/select.tsx'
import { Card, CardBody } from '../ui/card.tsx'
import { SpinnerRing } from '../ui/spinner.tsx'
import { Tag } from '../ui/tag.tsx'
import { TextArea } from '../ui/forms/text-area.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { TitleBlock } from '../ui/page/title-block.tsx'
import { toast } from '../lib/toasts.ts'
import { HelpSection } from './help/help-section.tsx'
import { classNames } from '../ui/class-names.ts'
import styles from './theme-demo.module.css'

const BUTTONS: readonly { kind: ButtonKind; words: string }[] = [
  { kind: 'primary', words: 'Primary' },
  { kind: 'default', words: 'Default' },
  { kind: 'quiet', words: 'Quiet' },
  { kind: 'danger', words: 'Danger' },
  { kind: 'danger-filled', words: 'Danger filled' },
]
const SAMPLES = ['paint #B9C6B4', 'metal #C59C50', 'wood #C99F68', 'stone #8D8A84', 'marble #E9E8E3', 'tile #8FB0A5']
const MESSAGES = [
  { kind: 'error', text: 'Project "Maple Street Remodel" already exists' },
  { kind: 'success', text: 'Created room "Kitchen"' },
  { kind: 'warning', text: 'Room type "Kitchen" already exists!' },
  { kind: 'info', text: 'A label that is not known yet counts as new.' },
] as const

const IDS = ['theme-demo', 'colour-palette'] as const

/** For test installations: the components and every color. */
export const ThemeDemo = () => {
  // The visitor may have followed a link to it before its code loaded.
  useEffect(() => {
    const named = IDS.find((id) => location.hash === `#${id}`)
    const heading = named && document.getElementById(named)
    if (!heading) return
    heading.scrollIntoView()
    heading.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <HelpSection id={IDS[0]} title="Theme demo">
        <Parts />
      </HelpSection>
      <HelpSection id={IDS[1]} title="Colour palette">
        <Palette />
      </HelpSection>
    </>
  )
}

const Parts = () => {
  const [text, setText] = useState('Castellan 7120')
  const [ticked, setTicked] = useState(true)
  const [message, setMessage] = useState<(typeof MESSAGES)[number]>()
  const [asking, setAsking] = useState(false)
  const field = { name: 'demo', value: text, onChange: setText }
  return (
    <div className={classNames('grid gap-24', styles.parts)}>
      <div className="row wrap gap-8">
        {BUTTONS.map(({ kind, words }) => (
          <Button key={kind} kind={kind}>
            {words}
          </Button>
        ))}
        <Button disabled>Disabled</Button>
        <Button busy>Busy</Button>
        <Button icon={<IconPlus />}>With an icon</Button>
        <Button small>Small</Button>
      </div>
      <div className="row wrap gap-8">
        <Badge kind="danger">15</Badge>
        <Badge kind="secondary">0</Badge>
        <Tag>PDF</Tag>
        <SpinnerRing />
        {SAMPLES.map((sample) => (
          <Chip key={sample} sample={sample} icon={null} />
        ))}
        <Chip sample={null} icon={<IconBrush aria-hidden="true" />} />
        <Chip sample={null} icon={<IconBrush aria-hidden="true" />} dashed />
      </div>
      <div className={classNames('top gap-16 cells', styles.covers)}>
        <Card>
          <PlanCover roomItemCounts={[15, 9, 6, 4, 2]} />
        </Card>
        <Card>
          <SampleStrip samples={SAMPLES} />
        </Card>
      </div>
      <Card>
        <CardBody>
          {message && <Message kind={message.kind}>{message.text}</Message>}
          <FormGrid>
            <TextField label="Text" hint="A hint appears below." {...field} />
            <TextField label="Changed" optional changed {...field} />
            <TextField label="With an error" error="Required." {...field} />
            <TextField label="Read-only" readOnly {...field} />
            <Select label="Choice" {...field}>
              <option>Castellan 7120</option>
              <option>Castellan 7140</option>
            </Select>
            <TextField label="Disabled" disabled {...field} />
            <FormCell span="full">
              <TextArea label="Notes" max={255} rows={2} {...field} />
            </FormCell>
            <Checkbox label="Remember Me" name="demo-tick" checked={ticked} onChange={setTicked} />
          </FormGrid>
        </CardBody>
        <FormFooter status="Unsaved changes">
          {MESSAGES.map((entry) => (
            <Button key={entry.kind} onClick={() => setMessage(entry)}>
              Message: {entry.kind}
            </Button>
          ))}
        </FormFooter>
      </Card>
      <div className="row wrap gap-8">
        <Button onClick={() => toast({ kind: 'success', text: 'Created room "Kitchen"' })}>Toast</Button>
        <Button onClick={() => toast({ kind: 'error', text: 'No server response' })}>Toast of a failure</Button>
        <Button icon={<IconTrash />} onClick={() => setAsking(true)}>
          Dialog
        </Button>
      </div>
      <TitleBlock
        layout="row"
        facts={[
          { name: 'Project Name', value: 'Maple Street Remodel' },
          { name: 'Room Name', value: 'Kitchen' },
          { name: 'Category', value: 'Plumbing' },
          { name: 'Subcategory', value: 'Faucet' },
        ]}
      />
      <ConfirmDialog
        open={asking}
        title="Unsaved Changes"
        safeLabel="Keep Working"
        destructiveLabel="Abandon Changes"
        onSafe={() => setAsking(false)}
        onDestructive={() => setAsking(false)}
      >
        Your changes haven’t been saved. If you leave now, they’ll be lost.
      </ConfirmDialog>
    </div>
  )
}

/** The names of all color tokens, from the style sheet itself. */
const colours = (): string[] => {
  const values = getComputedStyle(document.documentElement)
  const tokens = [...document.styleSheets]
    .flatMap(({ cssRules }) => [...cssRules])
    .filter((rule) => rule instanceof CSSStyleRule && rule.selectorText === ':root')
    .flatMap((rule) => [...(rule as CSSStyleRule).style])
    .filter((name) => name.startsWith('--') && CSS.supports('color', values.getPropertyValue(name)))
  return [...new Set(tokens)].map((name) => name.slice(2))
}

const Palette = () => (
  <ul className={classNames('grid small', styles.palette)}>
    {colours().map((name) => (
      <li key={name}>
        <span style={{ background: `var(--${name})` }} />
        {name}
      </li>
    ))}
  </ul>
)
