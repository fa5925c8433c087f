import { PageHead } from '../ui/page-head.tsx'
import { Page } from '../ui/page.tsx'
import { AdminNav } from './admin-nav.tsx'

export const Component = () => (
  <Page>
    <title>People · Roomfolio</title>
    <AdminNav />
    <PageHead title="People" />
  </Page>
)
