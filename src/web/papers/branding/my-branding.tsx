import { setBranding, type Branding } from '../../../shared/projects/branding.api.ts'
import { call } from '../../lib/call.ts'
import { BrandingForm } from './branding-form.tsx'

/** The section of My Account. */
export const MyBranding = ({ loaded }: { loaded: Branding }) => (
  <BrandingForm
    help="Appears on your papers and read-only links instead of Roomfolio’s name."
    loaded={loaded}
    save={({ number: _, ...inputs }) => call(setBranding, { body: { inputs } })}
  />
)
