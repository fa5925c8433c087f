import { later } from '../ui/later.tsx'

export const loadAttachments = async () => (await import('../files/attachments.tsx')).Attachments

/** The tab of an item's files, whose code comes when it is opened. */
export const Attachments = later(loadAttachments, 'Attachments')
