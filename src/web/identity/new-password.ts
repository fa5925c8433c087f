import { newPassword, SENTENCES } from '../../shared/contract/text.ts'

/** What is wrong with a password to be set and its confirmation, by the names of their fields. */
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
