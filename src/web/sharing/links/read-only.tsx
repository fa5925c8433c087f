import { use, useEffect } from 'react'
import { createPortal } from 'react-dom'
import type { OpenedLink } from '../../../shared/sharing/links.api.ts'
import { Picture } from '../../ui/files/picture.tsx'
import { leaveLinkView } from './leave-link-view.ts'
import { FrameSlots } from '../../ui/page/frame-slots.ts'
import { Tag } from '../../ui/tag.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './read-only.module.css'

/** Replaces the header's navigation: a read-only link gives access to nothing else. */
export const ReadOnly = ({ firm }: { firm?: OpenedLink['firm'] | undefined }) => {
  const { header } = use(FrameSlots)
  useEffect(() => {
    delete document.documentElement.dataset.leftView
    document.documentElement.dataset.view = ''
    return leaveLinkView
  }, [])
  return (
    header &&
    createPortal(
      <>
        {firm && <Firm {...firm} />}
        <span className="push nowrap">
          <Tag>Read only</Tag>
        </span>
      </>,
      header,
    )
  )
}

/** Replaces Roomfolio's logo by the firm's, and what the footer says of Roomfolio. */
const Firm = ({ name, logo }: NonNullable<OpenedLink['firm']>) => {
  const { footer } = use(FrameSlots)
  useEffect(() => {
    document.documentElement.dataset.firm = ''
    return () => void delete document.documentElement.dataset.firm
  }, [])
  return (
    <>
      <span className={classNames('inline-row strong gap-8', styles.firm)}>
        {logo !== null && <Picture file={{ remote: logo }} version="thumbnail" />}
        <bdi>{name}</bdi>
      </span>
      {footer && createPortal(<span className={styles.made}>Made with Roomfolio</span>, footer)}
    </>
  )
}
