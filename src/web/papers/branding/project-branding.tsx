import { setProjectBranding, type Branding } from '../../../shared/projects/branding.api.ts'
import { call } from '../../lib/call.ts'
import { BrandingForm } from './branding-form.tsx'

interface ProjectBrandingProps {
  projectID: number
  loaded: Branding
  usual: Branding
}

/** The section of Edit Project. */
export const ProjectBranding = ({ projectID, loaded, usual }: ProjectBrandingProps) => (
  <BrandingForm
    help="For this project’s papers and links. Anything left blank comes from My Account."
    loaded={loaded}
    usual={usual}
    save={(inputs) => call(setProjectBranding, { body: { projectID, inputs } })}
  />
)
