import { useState } from 'react'
import { exportStructure, importStructure } from '../../shared/structure/structure-file.api.ts'
import { labelsHoldValues, type HeldValues } from '../../shared/structure/labels.api.ts'
import { call } from '../lib/call.ts'
import { ApiError } from '../lib/errors.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/dialog.tsx'
import { FileDrop } from '../ui/files/file-drop.tsx'
import { IconDownload } from '../ui/icons.tsx'
import { Message } from '../ui/message.tsx'
import { Card, CardBody } from '../ui/card.tsx'
import { HeldValuesList } from './held-values.tsx'
import { isProblem, reasonOf } from './reason.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './structure.module.css'

interface Told {
  kind: 'success' | 'info' | 'error'
  text: string
}

/** A file whose import would change something. */
interface Preview {
  structure: unknown
  changes: readonly string[]
}

const FILE_NAME = 'structure.json'

const saveAs = (name: string, text: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** An error in the file itself is attributed to the file, any other to the call. */
const wrongWith = (error: unknown): string =>
  (error instanceof ApiError ? error.fields.structure : undefined) ?? reasonOf(error)

/** Exports the structure, and imports a file after a preview of the changes. */
export const StructureFilePart = ({ onImported }: { onImported: () => Promise<void> }) => {
  const [told, setTold] = useState<Told>()
  const [busy, setBusy] = useState<'export' | 'read' | 'import'>()
  const [preview, setPreview] = useState<Preview>()
  const [held, setHeld] = useState<readonly HeldValues[]>()

  const act = async (what: NonNullable<typeof busy>, work: () => Promise<Told | undefined>, failure: string) => {
    if (busy) return
    setTold(undefined)
    setBusy(what)
    try {
      setTold(await work())
    } catch (error) {
      setTold({ kind: 'error', text: `${failure} - ${wrongWith(error)}` })
    } finally {
      setBusy(undefined)
    }
  }

  const save = () =>
    act(
      'export',
      async () => {
        saveAs(FILE_NAME, `${JSON.stringify(await call(exportStructure), null, 2)}\n`)
        return { kind: 'success', text: `Exported the structure to ${FILE_NAME}` }
      },
      'Unable to export the structure',
    )

  const read = (file: File) =>
    act(
      'read',
      async () => {
        setPreview(undefined)
        const structure = parsed(await file.text())
        if (structure === undefined)
          return {
            kind: 'error',
            text: `"${file.name}" isn’t a structure file. Choose one you exported from Roomfolio.`,
          }
        const { message, changes } = await call(importStructure, { body: { structure } })
        if (changes.length > 0) setPreview({ structure, changes })
        return { kind: 'info', text: `${file.name}: ${message}` }
      },
      `Unable to read "${file.name}"`,
    )

  const bringIn = async (confirmed = false) => {
    if (!preview) return
    setHeld(undefined)
    await act(
      'import',
      async () => {
        try {
          const { message } = await call(importStructure, {
            body: { structure: preview.structure, apply: true, confirmed },
          })
          setPreview(undefined)
          await onImported()
          return { kind: 'success', text: message }
        } catch (error) {
          if (!isProblem(error, 'labels_hold_values')) throw error
          setHeld(labelsHoldValues.parse(error.body).slots)
          return undefined
        }
      },
      'Unable to import the structure',
    )
  }

  return (
    <section aria-labelledby="file">
      <Card>
        <CardBody>
          <h2 id="file">Export and Import</h2>
          <p className="muted mt-4 mb-16">
            Save all room types, categories, and fields to one file, or load them on another server. Importing adds and
            updates; it never removes.
          </p>
          {told && <Message kind={told.kind}>{told.text}</Message>}
          <div className="row wrap gap-16">
            <Button icon={<IconDownload />} busy={busy === 'export'} onClick={() => void save()}>
              Export
            </Button>
            <div className="full">
              <FileDrop
                label="Choose a File to Import"
                hint={busy === 'read' ? 'Reading…' : 'or drop it here. You can review every change first.'}
                one
                onFiles={({ files: [file] }) => file && void read(file)}
              />
            </div>
          </div>
          {preview && (
            <div className="grid gap-12 mt-24">
              <h3>Changes</h3>
              <ol className={classNames('scrolls', styles.changes)} tabIndex={0} aria-label="Changes">
                {preview.changes.map((change) => (
                  <li key={change}>{change}</li>
                ))}
              </ol>
              <div className="flex wrap gap-8">
                <Button kind="primary" busy={busy === 'import'} onClick={() => void bringIn()}>
                  Import
                </Button>
                <Button
                  onClick={() => {
                    setPreview(undefined)
                    setTold({ kind: 'info', text: 'Nothing was imported.' })
                  }}
                >
                  Cancel
                </Button>
              </div>
            </div>
          )}
        </CardBody>
      </Card>
      <ConfirmDialog
        open={held !== undefined}
        title="Existing Values Affected"
        safeLabel="Don’t Import"
        destructiveLabel="Import Anyway"
        onSafe={() => setHeld(undefined)}
        onDestructive={() => void bringIn(true)}
      >
        <p>Nothing is deleted, but these values would move to a different field or be hidden:</p>
        {held && <HeldValuesList slots={held} />}
      </ConfirmDialog>
    </section>
  )
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
