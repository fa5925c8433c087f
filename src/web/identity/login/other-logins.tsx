import { Suspense, use, useState } from 'react'
import { pendingSite, type PendingSite } from '../../lib/pending-site.ts'
import { PasskeyLogin } from '../passkeys/passkey-login.tsx'
import { ProviderLogin } from '../openid-connect/provider-login.tsx'

interface OtherLoginsProps {
  remember: boolean
  onFailure: (text: string | undefined) => void
}

/** Ways to log in without a password. Prerendered pages do not know them. */
export const OtherLogins = (props: OtherLoginsProps) => {
  const [site] = useState(pendingSite)
  return (
    <>
      <Suspense>
        <OfProvider {...props} site={site} />
      </Suspense>
      <PasskeyLogin {...props} />
    </>
  )
}

const OfProvider = ({ site, ...props }: OtherLoginsProps & { site: PendingSite }) => {
  const provider = use(site)?.provider
  return provider && <ProviderLogin {...provider} {...props} />
}
