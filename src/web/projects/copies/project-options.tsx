import { type ProjectCard, listProjects } from '../../../shared/projects/projects.api.ts'
import { call } from '../../lib/call.ts'

/** Where the user may put something: their projects, projects shared with them as editor, and their templates. */
export interface WritablePlaces {
  projects: readonly ProjectCard[]
  templates: readonly ProjectCard[]
}

export const NO_PLACES: WritablePlaces = { projects: [], templates: [] }

export const loadWritablePlaces = async (): Promise<WritablePlaces> => {
  const { projects, templates } = (await call(listProjects)) ?? NO_PLACES
  return { projects: projects.filter(({ may }) => may !== 'read'), templates }
}

/** The options of a select, with templates in a group of their own. */
export const ProjectOptions = ({ places: { projects, templates } }: { places: WritablePlaces }) => (
  <>
    <Options projects={projects} />
    {templates.length > 0 && (
      <optgroup label="Templates">
        <Options projects={templates} />
      </optgroup>
    )}
  </>
)

const Options = ({ projects }: { projects: readonly ProjectCard[] }) =>
  projects.map(({ projectID, name }) => (
    <option key={projectID} value={projectID}>
      {name}
    </option>
  ))
