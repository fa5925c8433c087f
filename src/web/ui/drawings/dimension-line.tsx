interface DimensionLineProps {
  /** From 0 to 1. */
  share: number
  isOver?: boolean
}

/** A share, drawn like a dimension in a plan: its part is thick. Decorative. */
export const DimensionLine = ({ share, isOver = false }: DimensionLineProps) => (
  <svg
    className="full block"
    height="22"
    overflow="visible"
    viewBox="0 0 300 22"
    preserveAspectRatio="none"
    fill="none"
    stroke="var(--field-line)"
    aria-hidden="true"
  >
    <path vectorEffect="non-scaling-stroke" d="M1 2v18M299 2v18M1 11h298" />
    {share > 0 && (
      <path
        vectorEffect="non-scaling-stroke"
        stroke={isOver ? 'var(--danger)' : 'var(--primary)'}
        strokeWidth="4"
        d={`M1 11h${298 * share}`}
      />
    )}
  </svg>
)
