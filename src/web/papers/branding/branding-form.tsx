import { useState } from 'react'
import { upload } from '../../lib/endpoints.ts'
import type { Branding } from '../../../shared/papers/branding.api.ts'
import { Picture } from '../../attachments/picture.tsx'
import { toastFailure } from '../../attachments/toast-failure.ts'
import { call } from '../../lib/call.ts'
import { sentence } from '../../lib/errors.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { DraftNote } from '../../ui/forms/draft-note.tsx'
import { Picker } from '../../ui/files/file-drop.tsx'
import { FormCell, FormGrid } from '../../ui/forms/form-grid.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { IconUpload } from '../../ui/icons.tsx'
import { Message } from '../../ui/message.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useUnsavedGuard } from '../../ui/forms/unsaved-guard.tsx'
import styles from './branding.module.css'

type Texts = Readonly<Record<'firm' | 'phone' | 'number' | 'drawnBy' | 'logo', string>>

interface BrandingFormProps {
  help: string
  loaded: Branding
  /** For a project: that of the account, which it uses where it has none of its own. */
  usual?: Branding
  save: (inputs: Omit<Texts, 'logo'> & { logo: string | null }) => Promise<{ message: string }>
}

const textsOf = ({ logo, ...texts }: Branding): Texts => ({ ...texts, logo: logo?.remote ?? '' })

/** What papers and links show of a firm. */
export const BrandingForm = ({ help, loaded, usual, save }: BrandingFormProps) => {
  const [stored, setStored] = useState(textsOf(loaded))
  const form = useForm(stored, () => ({}), 'edits', usual ? 'project branding' : 'branding')
  useUnsavedGuard(form.isChanged)
  const { ref, texts, field, put, submit, answer, pressed, isChanged, draft } = form

  const send = () =>
    submit(
      'save',
      async () => {
        const answered = await save({ ...texts, logo: texts.logo === '' ? null : texts.logo })
        setStored(texts)
        return answered
      },
      (error) => sentence(error, { other: 'Unable to save the branding' }),
    )

  return (
    <FormSection title="Branding" help={help}>
      <form
        ref={ref}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        {answer && <Message kind={answer.kind}>{answer.text}</Message>}
        <DraftNote draft={draft} />
        <FormGrid>
          <TextField label="Firm Name" optional autoComplete="off" hint={usual?.firm} {...field('firm')} />
          <TextField label="Firm Phone" optional type="tel" hint={usual?.phone} {...field('phone')} />
          {usual && <TextField label="Project Number" optional autoComplete="off" {...field('number')} />}
          <TextField label="Drawn By" optional autoComplete="off" hint={usual?.drawnBy} {...field('drawnBy')} />
          <FormCell span="full">
            <Logo remote={texts.logo} usual={usual?.logo?.remote} onChange={(logo) => put(() => ({ logo }))} />
          </FormCell>
        </FormGrid>
        <div className="row wrap gap-8 mt-24">
          <Button type="submit" incomplete={!isChanged} busy={pressed !== undefined}>
            Save Branding
          </Button>
        </div>
      </form>
    </FormSection>
  )
}

interface LogoProps {
  /** '' for none. */
  remote: string
  usual: string | undefined
  onChange: (remote: string) => void
}

const Logo = ({ remote, usual, onChange }: LogoProps) => {
  const [busy, setBusy] = useState(false)
  const choose = async ([file]: File[]) => {
    if (!file || busy) return
    setBusy(true)
    try {
      const [stored] = await call(upload, { files: [file] })
      if (stored) onChange(stored.remote)
    } catch (error) {
      toastFailure(error, 'Unable to upload the logo')
    }
    setBusy(false)
  }
  const shown = remote || usual
  return (
    <div role="group" aria-label="Logo" className="row wrap gap-12">
      {shown !== undefined && (
        <span className={styles.logo}>
          <Picture key={shown} file={{ remote: shown }} version="thumbnail" />
        </span>
      )}
      <Picker
        label={busy ? 'Uploading…' : remote === '' ? 'Choose Logo' : 'Replace Logo'}
        icon={<IconUpload aria-hidden="true" />}
        accept="image/*"
        onFiles={(files) => void choose(files)}
      />
      {remote !== '' && (
        <Button kind="quiet" onClick={() => onChange('')}>
          Remove Logo
        </Button>
      )}
    </div>
  )
}
