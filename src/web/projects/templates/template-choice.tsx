import type { SentBodyOf } from '../../../shared/contract/endpoint.ts'
import type { ProjectCard } from '../../../shared/projects/projects.api.ts'
import { createFromTemplate } from '../../../shared/items/bulk/templates.api.ts'
import { call } from '../../lib/call.ts'
import { counted } from '../../lib/pluralize.ts'
import { Select } from '../../ui/forms/select.tsx'

export const createFrom = (projectID: number, inputs: SentBodyOf<typeof createFromTemplate>['inputs']) =>
  call(createFromTemplate, { body: { projectID, inputs } })

interface TemplateChoiceProps {
  templates: readonly ProjectCard[]
  /** Undefined for an empty project. */
  chosen: ProjectCard | undefined
  onChoose: (templateID: number) => void
}

/** Chooses what a new project starts from: nothing, or a template's rooms and items. */
export const TemplateChoice = ({ templates, chosen, onChoose }: TemplateChoiceProps) => (
  <Select
    label="Start From"
    name="templateID"
    value={String(chosen?.projectID ?? '')}
    onChange={(id) => onChoose(Number(id))}
    hint={
      chosen &&
      `${counted(chosen.roomCount, 'room')} and ${counted(chosen.itemCount, 'item')} are copied, with their files.`
    }
  >
    <option value="">Empty Project</option>
    {templates.map(({ projectID, name }) => (
      <option key={projectID} value={projectID}>
        {name}
      </option>
    ))}
  </Select>
)
