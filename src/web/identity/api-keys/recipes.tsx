import { recipes } from '../../../shared/identity/recipes.ts'
import { PUBLIC_PATH } from '../../lib/public-path.ts'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { Code } from '../../ui/copy/code.tsx'

/** Examples to copy; with the new key while the page has it. */
export const Recipes = ({ apiKey = 'YOUR_KEY' }: { apiKey?: string | undefined }) => {
  const { read, write, homeAssistant, n8n } = recipes(location.origin + PUBLIC_PATH, apiKey)
  return (
    <FormSection
      title="Recipes"
      help={
        <>
          Copy one and put your key where it says YOUR_KEY. All calls are in the{' '}
          <a href={`${PUBLIC_PATH}/docs`}>API documentation</a>.
        </>
      }
    >
      <h3 className="mb-12">curl</h3>
      <p className="mb-12">What ends and what is due, such as warranties and tasks:</p>
      <Code name="curl command that reads" text={read} />
      <p className="mb-12">
        A new task, with a key that can change; projectID is in the address of the project’s page:
      </p>
      <Code name="curl command that writes" text={write} />
      <h3 className="mb-12">Home Assistant</h3>
      <p className="mb-12">Sensors for the next warranty that ends. Add them to configuration.yaml and restart:</p>
      <Code name="Home Assistant sensors" text={homeAssistant} />
      <h3 className="mb-12">n8n</h3>
      <p className="mb-12">A workflow that reads every day what comes up. Paste it into an empty workflow:</p>
      <Code name="n8n workflow" text={n8n} />
    </FormSection>
  )
}
