import { IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import { deleteMyAccount } from '../../shared/account.ts'
import { call } from '../api/call.ts'
import { paths } from '../paths.ts'
import { forgetUser } from '../auth/session.ts'
import { PasswordDialog } from './password-dialog.tsx'

interface DeleteAccountDialogProps {
  username: string
  onCancel: () => void
  /** The account is gone; the page is left next. */
  onDeleted: () => void
}

export const DeleteAccountDialog = ({ username, onCancel, onDeleted }: DeleteAccountDialogProps) => {
  const send = async (body: { currentPass: string }) => {
    const { message } = await call(deleteMyAccount, { body })
    onDeleted()
    forgetUser()
    return { message, to: paths.home() }
  }

  return (
    <PasswordDialog
      role="alertdialog"
      title={`Delete the account ${username}?`}
      username={username}
      safe="Keep Account"
      act="Delete Account"
      unable="Unable to delete account"
      kind="danger-filled"
      icon={<IconTrash />}
      send={send}
      onCancel={onCancel}
    >
      Your projects go with it: their rooms, items and files, and everything in the Trash. This is final; nothing of it
      can be restored. What others shall keep can be <Link to={paths.selectProject()}>handed over</Link> first, under
      Edit Project.
    </PasswordDialog>
  )
}
