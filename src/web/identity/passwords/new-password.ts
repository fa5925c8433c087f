import { newPassword } from '../../../shared/contract/text.ts'
import { SENTENCES } from '../../../shared/contract/text-rules.ts'

/** Errors of a new password and its confirmation, by field name. */
export const newPasswordProblems = ({
  newPass,
  confirmation,
}: Readonly<Record<'newPass' | 'confirmation', string>>) => {
  const problem = newPassword.safeParse(newPass).error?.issues[0]?.message
  return {
    ...(problem !== undefined && { newPass: problem }),
    ...(confirmation !== newPass && { confirmation: SENTENCES.passwordsMatch }),
  }
}
