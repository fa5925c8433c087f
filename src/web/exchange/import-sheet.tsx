import { useRef, useState } from 'react'
import type { Project } from '../../shared/projects/projects.api.ts'
import { counted } from '../lib/pluralize.ts'
import { paths } from '../lib/paths.ts'
import { useAskBeforeUnload } from '../lib/forms/ask-before-unload.ts'
import { Breadcrumbs } from '../ui/page/breadcrumbs.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { FileDrop } from '../ui/files/file-drop.tsx'
import { FormFooter } from '../ui/forms/form-footer.tsx'
import { IconDownload } from '../ui/icons.tsx'
import { Message } from '../ui/message.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Page } from '../ui/page/page.tsx'
import { Card, CardBody } from '../ui/card.tsx'
import { useUnsavedGuard } from '../lib/forms/unsaved-guard.ts'
import { useUndoEvent } from '../history/use-undo-event.ts'
import { useGoBack } from '../lib/use-go-back.ts'
import { CheckResult } from './check-result.tsx'
import { ColumnsToMatch } from './columns-to-match.tsx'
import { duplicateTargets } from './matching.ts'
import { useImportSheet, type Done, type Matched } from './use-import-sheet.ts'

const Progress = ({ words, share }: { words: string; share?: number }) => (
  <div className="grid gap-24">
    <p role="status">{words}</p>
    <progress aria-label={words} {...(share !== undefined && share < 1 && { max: 1, value: share })} />
  </div>
)

type Import = ReturnType<typeof useImportSheet>

const MatchStep = ({ state, going }: { state: Matched; going: Import }) => {
  const { sheet, matching, check, isStale, busy, words, isUncertain } = state
  const count = check ? check.creates + check.changes : 0
  const canImport = check && !isStale && check.fingerprint !== null && count > 0
  const change = (changed: Partial<typeof matching>) => going.change(state, changed)
  const isOnPreview = useRef(false)
  /** Takes the focus from the button that it replaces. */
  const takeFocus = (button: HTMLButtonElement | null) => {
    if (isOnPreview.current) button?.focus()
    isOnPreview.current = false
  }
  if (isUncertain)
    return (
      <>
        <CardBody>{words && <Message kind="error">{words}</Message>}</CardBody>
        <FormFooter>
          <Button kind="primary" onClick={() => going.askAgain(state)}>
            Try Again
          </Button>
        </FormFooter>
      </>
    )
  return (
    <>
      <CardBody>
        {words && <Message kind="error">{words}</Message>}
        {busy && (
          <Progress
            words={
              {
                checking: `Checking ${counted(sheet.rows, 'row')}…`,
                importing: `Importing ${counted(count, 'row')}…`,
                cancelling: 'Canceling…',
                asking: 'Checking whether the import went through…',
              }[busy]
            }
          />
        )}
        {state.isCancelled && <Message kind="info">Canceled. Nothing was imported.</Message>}
        {!busy && check && <CheckResult state={{ ...state, check }} onChange={change} />}
        {!busy && (
          <section className="grid shrink gap-12">
            <h2 className="h3">Columns</h2>
            <p className="muted">
              {sheet.name} has {counted(sheet.rows, 'row')}. Match each column to a Roomfolio field. Sample values are
              shown below each one.
              {sheet.program !== null && ` It looks like an export of ${sheet.program}.`}
            </p>
            {sheet.unread > 0 && (
              <Message kind="warning">
                {`${counted(sheet.unread, 'cell')} ${sheet.unread === 1 ? 'has' : 'have'} a formula without a saved result, or an error, and will be empty. Open the file in your spreadsheet program, save it, and choose it again.`}
              </Message>
            )}
            {sheet.notices.length > 0 && (
              <Message kind="info" isNote>
                <ul className="grid gap-4">
                  {sheet.notices.map((notice) => (
                    <li key={notice}>{notice}</li>
                  ))}
                </ul>
              </Message>
            )}
            <ColumnsToMatch
              sheet={sheet}
              matching={matching}
              onChange={change}
              onRead={(how) => going.readAgain(state, how)}
            />
          </section>
        )}
      </CardBody>
      <FormFooter
        end={
          <Button
            kind="quiet"
            busy={busy === 'cancelling' || busy === 'asking'}
            // Ignores the second click of a double-click on Cancel.
            onClick={({ detail }) => (busy ? going.cancel(state) : detail < 2 && going.restart(state))}
          >
            {busy ? 'Cancel' : 'Choose Another File'}
          </Button>
        }
      >
        {canImport && (
          <Button
            ref={takeFocus}
            kind="primary"
            busy={busy !== undefined}
            onClick={() => going.importNow(state, check.fingerprint ?? '')}
          >
            Import {counted(count, 'Row')}
          </Button>
        )}
        {!canImport && (
          <Button
            kind="primary"
            onFocus={() => (isOnPreview.current = true)}
            onBlur={() => (isOnPreview.current = false)}
            busy={busy !== undefined}
            incomplete={duplicateTargets(matching.columns).size > 0}
            onClick={() => duplicateTargets(matching.columns).size === 0 && going.check(state)}
          >
            {check ? 'Preview Again' : 'Preview Import'}
          </Button>
        )}
      </FormFooter>
    </>
  )
}

const DoneStep = ({ state: { imported, isTooLate }, home }: { state: Done; home: string }) => {
  const [isUndone, setUndone] = useState<boolean | 'soon'>(false)
  const undo = useUndoEvent(setUndone)(imported.eventID)
  return (
    <>
      <CardBody>
        {isTooLate ? (
          <Message kind="warning">{imported.message} The import finished before it could be canceled.</Message>
        ) : (
          <Message kind="success">{imported.message}</Message>
        )}
      </CardBody>
      <FormFooter>
        <LinkButton kind="primary" to={home}>
          Open Project
        </LinkButton>
        {undo && isUndone !== true && (
          <Button
            busy={isUndone === 'soon'}
            onClick={() => {
              setUndone('soon')
              undo.onClick()
            }}
          >
            {undo.label}
          </Button>
        )}
      </FormFooter>
    </>
  )
}

/** For those who have no list yet. */
const EMPTY_SHEET = `${[
  ...['Room', 'Subcategory', 'Brand', 'Model Number', 'Serial Number', 'Finish'],
  ...['Purchase Date', 'Warranty Expires', 'Notes'],
].join(',')}\r\n`

export const ImportSheet = ({ project }: { project: Project }) => {
  const going = useImportSheet(project.projectID)
  const { state } = going
  const home = paths.projectHome(project.projectID)
  const goBack = useGoBack(home)
  // The import continues if the user leaves the page; a toast then reports the result.
  const isImporting =
    state.step === 'match' && (state.isUncertain || (state.busy !== undefined && state.busy !== 'checking'))
  useAskBeforeUnload(state.step === 'send' || isImporting)
  useUnsavedGuard(state.step === 'match' && !isImporting && state.isEdited === true)
  return (
    <Page width="form">
      <title>{`Import Spreadsheet · ${project.name} · Roomfolio`}</title>
      <Breadcrumbs
        items={[
          { name: 'Home', to: paths.selectProject() },
          { name: project.name, to: home },
          { name: 'Import Spreadsheet' },
        ]}
      />
      <PageHeader
        title="Import Spreadsheet"
        sub="Upload an Excel or CSV file with one item per row. Use a spreadsheet you downloaded from Roomfolio or any list of your own."
      />
      <Card>
        {state.step === 'choose' && (
          <>
            <CardBody>
              {state.words && <Message kind="error">{state.words}</Message>}
              <FileDrop
                label="Choose File"
                one
                hint="or drop it here. You can review every change before you import."
                onFiles={({ files: [file] }) => file && going.choose(file)}
              />
            </CardBody>
            <FormFooter
              end={
                <Button kind="quiet" onClick={goBack}>
                  Go Back
                </Button>
              }
            >
              <LinkButton
                to={`data:text/csv;charset=utf-8,${encodeURIComponent(EMPTY_SHEET)}`}
                icon={<IconDownload />}
                reloadDocument
                download="Roomfolio.csv"
              >
                Empty Spreadsheet
              </LinkButton>
            </FormFooter>
          </>
        )}
        {state.step === 'send' && (
          <>
            <CardBody>
              <Progress
                words={state.progress < 1 ? `Sending ${state.name}…` : `Reading ${state.name}…`}
                share={state.progress}
              />
            </CardBody>
            <FormFooter>
              <Button onClick={() => going.restart()}>Cancel</Button>
            </FormFooter>
          </>
        )}
        {state.step === 'match' && <MatchStep state={state} going={going} />}
        {state.step === 'done' && <DoneStep state={state} home={home} />}
      </Card>
    </Page>
  )
}
