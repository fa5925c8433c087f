import type { ReactNode } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { NothingHere } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Page } from '../../ui/page/page.tsx'
import { helpTasks } from './help-tasks.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './help-section.module.css'
import { Picture } from '../picture.tsx'

export const loader = ({ params }: LoaderFunctionArgs): { id: string } => {
  const topic = helpTasks().find(({ id }) => id === params['topic'])
  if (!topic) throw new NothingHere()
  return { id: topic.id }
}

const withNames = (text: ReactNode): ReactNode =>
  typeof text === 'string'
    ? text.split('**').map((part, position) => (position % 2 === 0 ? part : <strong key={position}>{part}</strong>))
    : text

export const Component = () => {
  const { id } = useLoaderData<typeof loader>()
  const tasks = helpTasks()
  const at = tasks.findIndex((task) => task.id === id)
  const [topic, next] = [tasks[at], tasks[at + 1]]
  if (!topic) return null
  const { title, steps, more, picture } = topic
  return (
    <Page>
      <title>{`${title} · Help · Roomfolio`}</title>
      <Breadcrumbs items={[{ name: 'Help', to: paths.help() }, { name: title }]} />
      <PageHeader title={title} />
      <div className={classNames('grid gap-16', styles.section)}>
        <ol>
          {steps.map((step, position) => (
            <li key={position}>{withNames(step)}</li>
          ))}
        </ol>
        {more && <p>{withNames(more)}</p>}
        {picture && <Picture {...picture} />}
        <p className="row wrap gap-8">
          <LinkButton to={paths.help()}>All Topics</LinkButton>
          {next && (
            <LinkButton kind="quiet" to={paths.helpTopic(next.id)}>
              Next: {next.title}
            </LinkButton>
          )}
        </p>
      </div>
    </Page>
  )
}
