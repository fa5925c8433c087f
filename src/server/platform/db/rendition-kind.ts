import { sql, type Expression } from 'kysely'
import type { Rotation } from '../../../shared/attachments/rotation.ts'
import type { MadePicture, RenditionKind } from './schema.ts'

/** The kind under which a rotated rendition is stored. */
export const keptKind = (kind: MadePicture, rotation: Rotation): RenditionKind =>
  rotation === 0 ? kind : `${kind} ${rotation}`

/** The same in a statement that has `uploads`. */
export const keptKindOf = (kind: Expression<MadePicture>) => {
  const rotation = sql.ref<Rotation>('uploads.rotation')
  return sql<RenditionKind>`(${kind} || case ${rotation} when 0 then '' else ' ' || cast(${rotation} as text) end)`
}
