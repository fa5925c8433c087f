import { useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { deleteMyAccount, sharedProject, type SharedProject } from '../../../shared/identity/account.api.ts'
import { call } from '../../lib/call.ts'
import { ApiError } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'
import { forgetUser } from '../../lib/session.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { IconTrash } from '../../ui/icons.tsx'

interface DeleteAccountDialogProps {
  username: string
  onCancel: () => void
}

export const DeleteAccountDialog = ({ username, onCancel }: DeleteAccountDialogProps) => {
  const [shared, setShared] = useState<SharedProject[]>([])

  const send = async (body: { currentPass: string }) => {
    setShared([])
    const { message } = await call(deleteMyAccount, { body }).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'projects_have_members')
        setShared(z.array(sharedProject).parse(error.body.projects))
      throw error
    })
    forgetUser()
    return { message, to: paths.home() }
  }

  return (
    <PasswordDialog
      role="alertdialog"
      title={`Delete the Account ${username}?`}
      username={username}
      safe="Keep Account"
      act="Delete Account"
      failurePrefix="Unable to delete account"
      kind="danger-filled"
      icon={<IconTrash />}
      send={send}
      onCancel={onCancel}
      alternative={
        shared.length > 0 && (
          <ul className="scrolls pad mb-16">
            {shared.map(({ projectID, name }) => (
              <li key={projectID}>
                <Link className="row min-target" to={paths.handover(projectID)}>
                  Hand Over {name}
                </Link>
              </li>
            ))}
          </ul>
        )
      }
    >
      This permanently deletes your projects, files, and trash. To keep a project for someone else,{' '}
      <Link to={paths.selectProject()}>hand it over</Link> first in Edit Project. Pending offers are canceled.
    </PasswordDialog>
  )
}
