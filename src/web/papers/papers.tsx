import { useState } from 'react'
import { paths } from '../lib/paths.ts'
import { Breadcrumbs } from '../ui/page/breadcrumbs.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Page } from '../ui/page/page.tsx'
import { useMedia } from '../ui/use-media.ts'
import { FinishSchedule } from './kinds/finish-schedule.tsx'
import { HouseCard } from './kinds/house-card.tsx'
import { OpenPaper } from './paper-line.tsx'
import { classNames } from '../ui/class-names.ts'
import styles from './papers.module.css'
import type { PapersProps } from './papers-props.ts'
import { QRLabelSheets } from './kinds/qr-label-sheets.tsx'
import { SpecBook } from './kinds/spec-book.tsx'
import { TouchUpCards } from './kinds/touch-up-cards.tsx'
import { TradeLists } from './kinds/trade-lists.tsx'

/** The papers of a project. */
export const Papers = (home: PapersProps) => {
  const { projectID, name } = home.project
  const isNarrow = useMedia('(max-width: 1080px)')
  // A panel below its line would move the other lines away.
  const [open, setOpen] = useState(isNarrow ? null : 'Spec Book')
  return (
    <Page>
      <title>{`Papers · ${name} · Roomfolio`}</title>
      <Breadcrumbs
        items={[
          { name: 'Home', to: paths.selectProject() },
          { name, to: paths.projectHome(projectID) },
          { name: 'Papers' },
        ]}
      />
      <PageHeader title="Papers" sub="PDFs to print or send to your contractors." />
      <OpenPaper value={{ open, show: (paper) => setOpen(isNarrow && open === paper ? null : paper) }}>
        <ul role="list" className={classNames('columns-1080', styles.papers)}>
          <SpecBook {...home} />
          <FinishSchedule {...home} />
          <TradeLists {...home} />
          <TouchUpCards {...home} />
          <QRLabelSheets {...home} />
          <HouseCard {...home} />
        </ul>
      </OpenPaper>
    </Page>
  )
}
