import type { Item } from '../../../shared/items/items.api.ts'
import { fileAddress } from '../../lib/file-address.ts'
import { fileKind } from '../../lib/file-kind.ts'
import { useFailedPictures } from '../../ui/files/picture.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { BoardDrawing } from './board-drawing.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './board.module.css'
import { layOutMaterialBoard, laySmallBoard } from '../../../shared/items/material-board-layout.ts'
import { piecesOfItems, piecesOfSamples } from '../../../shared/items/material-board-pieces.ts'

const photosOf = ({ attachments }: Item): string[] =>
  attachments.filter(({ type }) => fileKind(type) === 'image').map((picture) => fileAddress(picture, 'thumbnail'))

interface BoardProps {
  /** The items of a room. */
  items?: readonly Item[]
  /** The samples of a project's rooms. */
  samples?: readonly string[]
  /** The remote of a picture to show instead of the board. */
  cover: string | null
  /** The ID of the room or project. */
  seed: number
}

/** The cover of a room or project, or its material board, laid out for desktop or phone. */
export const LaidBoard = ({ cover, items, samples = [], seed }: BoardProps) => {
  const small = useIsPhone()
  const { isFailed, fail } = useFailedPictures()
  const coverAddress = cover === null ? null : fileAddress({ remote: cover }, small ? 'thumbnail' : 'screen')
  if (coverAddress !== null && !isFailed(coverAddress)) {
    return <img src={coverAddress} alt="" className="picture cover" onError={() => fail(coverAddress)} />
  }
  const photoOf = (item: Item) => photosOf(item).find((address) => !isFailed(address))
  const pieces = items ? piecesOfItems(items, photoOf) : piecesOfSamples(samples)
  const laid = small ? laySmallBoard(pieces) : layOutMaterialBoard(pieces, seed)
  if (laid.length === 0) return <div className={classNames('centered faint small cover', styles.none)} />
  return <BoardDrawing pieces={laid} small={small} seed={seed} onPhotoError={fail} />
}
