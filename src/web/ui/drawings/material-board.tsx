import board from './material-board.svg'

/** A decorative material board of a kitchen. The picture is a separate file, so it adds nothing to the script. */
export const MaterialBoard = () => (
  <img
    className="board auto-height"
    src={board}
    width={592}
    height={492}
    alt="A material board: oak, tile, paint, linen, terrazzo, and brass around the plan of a kitchen"
  />
)
