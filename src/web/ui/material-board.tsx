import board from './material-board.svg'
import styles from './material-board.module.css'

/** Samples of a kitchen on a material board. The picture is a file of its own, so it costs no script. */
export const MaterialBoard = () => (
  <img
    className={styles.board}
    src={board}
    width={592}
    height={492}
    alt="A material board: oak, tile, paint, linen, terrazzo and brass around the plan of a kitchen"
  />
)
