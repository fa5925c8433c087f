import { useState, type CSSProperties, type ReactNode } from 'react'
import { parseMaterial, parseSample, type Material } from '../../shared/structure/sample.ts'
import styles from './chip.module.css'
import { classNames } from './class-names.ts'

const toneOf = (tone: string) => ({ '--tone': tone }) as CSSProperties

interface ChipProps {
  /** Addresses; the first picture that loads takes precedence over the sample. */
  pictures?: readonly string[] | undefined
  /** As sample.ts makes it; null for an item without one. */
  sample: string | null
  /** Shown when the sample is missing: the category's icon. */
  icon: ReactNode
  /** The item has no name yet. Ignored when there is a sample. */
  dashed?: boolean | undefined
  size?: 'row' | 'head' | 'small'
}

/** A small swatch of an item's material. Decorative, so hidden from screen readers. */
export const Chip = ({ pictures = [], sample, icon, dashed, size = 'row' }: ChipProps) => {
  const [failed, setFailed] = useState<readonly string[]>([])
  const picture = pictures.find((address) => !failed.includes(address))
  if (picture !== undefined) {
    return (
      <span aria-hidden="true" className={classNames('fixed relative clip', styles.chip, styles[size], styles.photo)}>
        <img
          src={picture}
          alt=""
          loading="lazy"
          decoding="async"
          className="picture cover"
          onError={() => setFailed((before) => [...before, picture])}
        />
      </span>
    )
  }
  const known = parseSample(sample)
  if (known) {
    return (
      <span
        aria-hidden="true"
        className={classNames('fixed relative clip', styles.chip, styles[size], styles.material, styles[known.kind])}
        style={toneOf(known.tone)}
      />
    )
  }
  return (
    <span
      aria-hidden="true"
      className={classNames('fixed relative clip', styles.chip, styles[size], dashed ? styles.dashed : styles.icon)}
    >
      {icon}
    </span>
  )
}

/** A material that fills its container. */
export const MaterialFill = ({ sample: { kind, tone } }: { sample: Material }) => (
  <span aria-hidden="true" className={classNames(styles.material, styles[kind], styles.ground)} style={toneOf(tone)} />
)

interface SampleStripProps {
  samples: readonly string[]
  /** Shown when there are no samples. */
  none?: string
}

/** The samples of a room in a row at the top of its card; on phones two by two on the left. One alone would be a slab. */
export const SampleStrip = ({ samples, none = 'Nothing here yet' }: SampleStripProps) => {
  const known = samples.flatMap((sample) => parseMaterial(sample) ?? []).slice(0, 5)
  if (known.length < 2) {
    return (
      <span aria-hidden="true" className={classNames('row middle fixed faint small gap-8', styles.noStrip)}>
        <span className={styles.noStripMark} />
        {/* Drawn by CSS: as text it would become part of the surrounding link's name. */}
        <span className={styles.noStripText} data-words={none} />
      </span>
    )
  }
  return (
    <span aria-hidden="true" className={classNames('flex fixed', styles.strip)}>
      {known.map(({ kind, tone }, position) => (
        <span key={position} className={classNames(styles.material, styles[kind])} style={toneOf(tone)} />
      ))}
    </span>
  )
}
