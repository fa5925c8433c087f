import { createPath, replace, useLocation, useSubmit, type ActionFunctionArgs } from 'react-router'
import { paths } from '../lib/paths.ts'
import { signOut } from '../lib/session.ts'

/** Log Out. It is a submission, not a plain call, so that unsaved changes hold it up like every other way out of a page. */
export const useLogOut = (): (() => void) => {
  const submit = useSubmit()
  const from = createPath(useLocation())
  return () => void submit({ from }, { method: 'post', action: paths.logOut(), replace: true })
}

/** What is done with that submission. Only a failure comes back from signing out, to where it was asked for. */
export const logOutAction = async ({ request }: ActionFunctionArgs): Promise<Response> => {
  await signOut()
  return replace(String((await request.formData()).get('from')))
}
