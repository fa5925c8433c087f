import * as z from 'zod/mini'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { message } from '../contract/message.ts'
import { id, queryID, remoteID } from '../contract/id.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'
import { optionalLine } from '../contract/text.ts'

/** What a firm puts on its papers and read-only links, for all of its projects or different for one. */

const logo = z.nullable(z.object({ remote: z.string(), filename: z.string() }))

const branding = z.object({
  firm: z.string(),
  phone: z.string(),
  /** Only of projects. */
  number: z.string(),
  drawnBy: z.string(),
  logo,
})
export type Branding = z.output<typeof branding>

const brandingInputs = z.strictObject({
  firm: optionalLine(),
  phone: optionalLine(),
  drawnBy: optionalLine(),
  /** A picture that the caller has uploaded, null for none; absent leaves it unchanged. */
  logo: z.optional(z.nullable(remoteID)),
})
const projectBrandingInputs = z.extend(brandingInputs, { number: optionalLine() })
export type BrandingInputs = z.output<typeof brandingInputs> & { number?: string }

export const getBranding = endpoint({
  method: 'GET',
  path: '/branding',
  summary: "What the caller's papers and read-only links show of their firm",
  access: 'signedIn',
  status: 200,
  response: branding,
})

export const setBranding = endpoint({
  method: 'POST',
  path: '/branding',
  summary: "Change what the caller's papers and read-only links show of their firm",
  access: 'signedIn',
  body: z.strictObject({ inputs: brandingInputs }),
  status: 200,
  response: message,
  problems: ['no_picture'],
})

export const getProjectBranding = endpoint({
  method: 'GET',
  path: '/projectbranding',
  summary: 'What the papers and read-only links of one project show instead',
  access: KEEPS_PROJECTS,
  query: z.strictObject({ projectID: queryID }),
  needs: 'own',
  target: { project: 'projectID' },
  notForTemplates: true,
  status: 200,
  response: branding,
})

/** Empty members use those of the account. */
export const setProjectBranding = endpoint({
  method: 'POST',
  path: '/projectbranding',
  summary: 'Change what the papers and read-only links of one project show instead',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ projectID: id, inputs: projectBrandingInputs }),
  needs: 'own',
  target: { project: 'projectID' },
  notForTemplates: true,
  status: 200,
  response: message,
  problems: ['no_picture'],
})

export const shapes = () => ({
  Branding: branding,
  BrandingInput: brandingInputs,
  ProjectBrandingInput: projectBrandingInputs,
})

export const examples = (): ExamplesOf<typeof import('./branding.api.ts')> => {
  const remote = 'Zk3vQ0yqT2uXw8fR1aB5cg'
  const texts = { firm: 'Hale & Moss Interiors', phone: '(555) 010-0142', drawnBy: 'M. Hale' }
  const usual = { ...texts, number: '', logo: { remote, filename: 'hale-moss.png' } }
  return {
    getBranding: { response: usual },
    setBranding: { body: { inputs: { ...texts, logo: remote } }, response: { message: 'Saved your branding' } },
    getProjectBranding: {
      query: { projectID: 3 },
      response: { firm: '', phone: '', drawnBy: '', number: '26-014', logo: null },
    },
    setProjectBranding: {
      body: { projectID: 3, inputs: { firm: '', phone: '', drawnBy: '', number: '26-014' } },
      response: { message: 'Saved the branding of "Maple Street"' },
    },
  }
}
