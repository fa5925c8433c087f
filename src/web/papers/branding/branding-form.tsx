import { useState } from 'react'
import { upload } from '../../../shared/attachments/files.api.ts'
import type { Branding } from '../../../shared/projects/branding.api.ts'
import { Picture } from '../../ui/files/picture.tsx'
import { toastFailure } from '../../lib/toast-failure.ts'
import { call } from '../../lib/call.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Picker } from '../../ui/files/file-drop.tsx'
import { FormCell, FormGrid } from '../../ui/forms/form-grid.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { IconUpload } from '../../ui/icons.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
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
  const form = useForm(stored, undefined, 'edits', usual ? 'project branding' : 'branding')
  const { values, field, put } = form

  const send = () =>
    form.submit(
      'save',
      async () => {
        const answered = await save({ ...values, logo: values.logo === '' ? null : values.logo })
        setStored(values)
        return answered
      },
      { other: 'Unable to save the branding' },
    )

  return (
    <FormSection title="Branding" help={help}>
      <Form form={form} guarded onSubmit={send}>
        <FormGrid>
          <TextField label="Firm Name" optional autoComplete="off" hint={usual?.firm} {...field('firm')} />
          <TextField label="Firm Phone" optional type="tel" hint={usual?.phone} {...field('phone')} />
          {usual && <TextField label="Project Number" optional autoComplete="off" {...field('number')} />}
          <TextField label="Drawn By" optional autoComplete="off" hint={usual?.drawnBy} {...field('drawnBy')} />
          <FormCell span="full">
            <Logo remote={values.logo} usual={usual?.logo?.remote} onChange={(logo) => put({ logo })} />
          </FormCell>
        </FormGrid>
        <div className="row wrap gap-8 mt-24">
          <Button type="submit" incomplete={!form.isChanged} busy={form.busy}>
            Save Branding
          </Button>
        </div>
      </Form>
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
