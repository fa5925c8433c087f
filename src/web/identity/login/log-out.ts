import { createPath, replace, useLocation, useSubmit, type ActionFunctionArgs } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { currentSession, signOut } from '../../lib/session.ts'

/** Logs out. A form submission instead of a plain call, so that the unsaved-changes guard covers it like any navigation. */
export const useLogOut = (): (() => void) => {
  const submit = useSubmit()
  const from = createPath(useLocation())
  return () => void submit({ from }, { method: 'post', action: paths.logOut(), replace: true })
}

/** Handles that submission. Signing out returns only on failure, to the page that asked for it. */
export const logOutAction = async ({ request }: ActionFunctionArgs): Promise<Response> => {
  const session = await currentSession()
  const to = session?.provider ? await (await import('../openid-connect/log-out-address.ts')).logOutAddress() : null
  await signOut(to)
  return replace(String((await request.formData()).get('from')))
}
