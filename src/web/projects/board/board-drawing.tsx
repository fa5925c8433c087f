import { Fragment, useEffect, useRef, type ReactNode } from 'react'
import { BOARD, SMALL_BOARD, type Piece } from '../../../shared/items/material-board-layout.ts'
import { randomFrom } from '../../../shared/contract/random.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './board.module.css'

const channels = (tone: string): number[] => [1, 3, 5].map((at) => parseInt(tone.slice(at, at + 2), 16))

/** Mixes a share (0 to 1) of another tone into a tone. */
const mixed = (tone: string, other: string, share: number): string => {
  const others = channels(other)
  return `rgb(${channels(tone)
    .map((value, at) => Math.round(value + ((others[at] ?? 0) - value) * share))
    .join(' ')})`
}

/** WCAG relative luminance, 0 to 1. */
const luminance = (tone: string): number => {
  const [red = 0, green = 0, blue = 0] = channels(tone).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const lifted = 'url(#board-lift)'
const resting = 'url(#board-rest)'
const PRINT = 'var(--print)'

interface BoxProps {
  width: number
  height: number
}

const Slab = ({ width, height, tone, filter }: BoxProps & { tone: string; filter: string }) => (
  <>
    <rect width={width} height={height} fill={tone} filter={lifted} />
    <rect width={width} height={height} fill={tone} filter={filter} />
  </>
)

const VEINS = 5

const Marble = ({ width, height, tone, seed }: BoxProps & { tone: string; seed: number }) => {
  const random = randomFrom(seed)
  const veins = Array.from({ length: VEINS }, (_, vein) => {
    let x = -10 + random() * width * 0.5
    let path = `M${x.toFixed(1)} ${(height * (vein * 0.28 - 0.22) + random() * 12).toFixed(1)}`
    while (x < width + 10) {
      const across = 14 + random() * 18
      const along = 3 + random() * 20 - (random() > 0.8 ? 14 : 0)
      path += `q${(across / 2).toFixed(1)} ${(along * random()).toFixed(1)} ${across.toFixed(1)} ${along.toFixed(1)}`
      x += across
    }
    return { path, strength: random() }
  })
  return (
    <>
      <rect width={width} height={height} fill={tone} filter={lifted} />
      <svg width={width} height={height} fill="none" stroke="#747e7a">
        {veins.map(({ path, strength }) => (
          <Fragment key={path}>
            <path d={path} strokeOpacity={0.1 + strength * 0.1} strokeWidth={3 + strength * 5} />
            <path d={path} strokeOpacity={0.3 + strength * 0.3} strokeWidth={0.6 + strength * 0.6} />
          </Fragment>
        ))}
        <rect width={width} height={height} fill="url(#board-gloss)" stroke="none" opacity={0.6} />
      </svg>
    </>
  )
}

const TILE = 36
const GROUT = 2.2

const Tiles = ({ width, height, tone, seed }: BoxProps & { tone: string; seed: number }) => {
  const random = randomFrom(seed)
  const [columns, rows] = [width, height].map((side) => Math.max(2, Math.round(side / TILE))) as [number, number]
  const across = (width - GROUT * (columns + 1)) / columns
  const along = (height - GROUT * (rows + 1)) / rows
  return (
    <>
      <rect width={width} height={height} fill="#e9e6dc" filter={lifted} />
      {Array.from({ length: columns * rows }, (_, tile) => {
        const shade = random() * 0.34 - 0.17
        return (
          <rect
            key={tile}
            x={GROUT + (tile % columns) * (across + GROUT)}
            y={GROUT + Math.floor(tile / columns) * (along + GROUT)}
            width={across}
            height={along}
            fill={mixed(tone, shade > 0 ? '#ffffff' : '#10201c', Math.abs(shade))}
          />
        )
      })}
      <rect width={width} height={height} fill="url(#board-gloss)" />
    </>
  )
}

const Fabric = ({ width, height, tone }: BoxProps & { tone: string }) => {
  const teeth = Math.round(width / 12)
  const step = width / teeth / 2
  const path = `M0 0${`l${step} 4l${step} -4`.repeat(teeth)}v${height}${`l${-step} -4l${-step} 4`.repeat(teeth)}z`
  return (
    <>
      <path d={path} fill={tone} filter={lifted} />
      <path d={path} fill="url(#board-weave)" />
    </>
  )
}

const Fan = ({
  width,
  height,
  paints,
  brand,
}: BoxProps & Pick<Piece<string> & { kind: 'fan' }, 'paints' | 'brand'>) => {
  const foot = 22
  const stripe = (height - foot) / paints.length
  return (
    <>
      <rect width={width} height={height} fill={PRINT} filter={lifted} />
      {paints.map(({ tone }, at) => (
        <rect key={at} y={at * stripe} width={width} height={stripe} fill={tone} />
      ))}
      <svg width={width - 6} height={height}>
        {paints.map(({ tone, name }, at) => (
          <text
            key={at}
            x={8}
            y={(at + 1) * stripe - 6.5}
            style={{ fill: luminance(tone) > 0.28 ? '#1d2a27' : '#ffffff' }}
          >
            {name}
          </text>
        ))}
        <text x={8} y={height - 7.5} fill="#3d4743">
          {brand}
        </text>
      </svg>
    </>
  )
}

const Pull = ({ width, height, tone }: BoxProps & { tone: string }) => {
  const bar = { y: height * 0.16, width, height: height * 0.68, rx: height * 0.34 }
  const end = { cy: height / 2, r: height / 2 }
  return (
    <>
      <rect {...bar} fill={tone} filter={lifted} />
      <rect {...bar} fill="url(#board-bar)" />
      {[16, width - 16].map((x) => (
        <Fragment key={x}>
          <circle {...end} cx={x} fill={tone} filter={resting} />
          <circle {...end} cx={x} fill="url(#board-knob)" />
        </Fragment>
      ))}
    </>
  )
}

const Knob = ({ width, tone }: BoxProps & { tone: string }) => {
  const middle = { cx: width / 2, cy: width / 2 }
  return (
    <>
      <circle {...middle} r={width / 2} fill={tone} filter={lifted} />
      <circle {...middle} r={width / 2} fill="url(#board-knob)" />
      <circle {...middle} r={width * 0.31} fill="none" stroke="#000000" strokeOpacity={0.16} />
    </>
  )
}

interface PhotoProps extends BoxProps {
  address: string
  onError: (address: string) => void
}

const Photo = ({ width, height, address, onError }: PhotoProps) => {
  const image = useRef<SVGImageElement>(null)
  // Set in an effect: React attaches its error listener only after the image is in the document.
  useEffect(() => image.current?.setAttribute('href', address), [address])
  return (
    <image
      ref={image}
      x={5}
      y={5}
      width={width}
      height={height}
      preserveAspectRatio="xMidYMid slice"
      onError={() => onError(address)}
    />
  )
}

const drawn = (piece: Piece<string>, seed: number, onPhotoError: (address: string) => void): ReactNode => {
  const [, , width, height] = piece.place
  const box = { width, height }
  switch (piece.kind) {
    case 'wood':
      return <Slab {...box} tone={piece.tone} filter="url(#board-grain)" />
    case 'stone':
      return <Slab {...box} tone={piece.tone} filter="url(#board-chips)" />
    case 'marble':
      return <Marble {...box} tone={piece.tone} seed={seed} />
    case 'tile':
      return <Tiles {...box} tone={piece.tone} seed={seed} />
    case 'fabric':
      return <Fabric {...box} tone={piece.tone} />
    case 'chip':
      return (
        <>
          <rect {...box} fill={PRINT} filter={lifted} />
          <rect width={width} height={height - piece.foot} fill={piece.tone} />
          <svg width={width - 6} height={height}>
            <text x={7} y={height - 8.5} fill="#3d4743">
              {piece.name}
            </text>
          </svg>
        </>
      )
    case 'fan':
      return <Fan {...box} paints={piece.paints} brand={piece.brand} />
    case 'pull':
      return <Pull {...box} tone={piece.tone} />
    case 'knob':
      return <Knob {...box} tone={piece.tone} />
    case 'photo':
      return (
        <>
          <rect {...box} fill={PRINT} filter={lifted} />
          <Photo address={piece.photo} width={width - 10} height={height - 10} onError={onPhotoError} />
        </>
      )
    case 'tag':
      return (
        <>
          <path
            d={`M0 0h${width - 14}l14 ${height / 2}l-14 ${height / 2}h${14 - width}z`}
            fill={PRINT}
            filter={resting}
          />
          <circle cx={width - 13} cy={height / 2} r={3} fill="var(--board)" />
          <svg width={width - 20} height={height}>
            <text x={9} y={15} fill="#1b2422" fontSize={10.5} fontWeight={600}>
              {piece.name}
            </text>
            <text x={9} y={27} fill="#3d4743">
              {piece.text}
            </text>
          </svg>
        </>
      )
  }
}

const STOPS = {
  bar: ['0 #fff .35', '.28 #fff .62', '.55 #fff 0', '1 #000 .42'],
  knob: ['0 #fff .85', '.42 #fff .06', '1 #000 .48'],
  gloss: ['0 #fff .38', '.5 #fff 0', '1 #000 .1'],
}
const stops = (list: readonly string[]) =>
  list.map((stop) => {
    const [offset, color, opacity] = stop.split(' ')
    return <stop key={offset} offset={offset} stopColor={color} stopOpacity={opacity} />
  })

const shadow = (id: string, down: number, blur: number, opacity: number) => (
  <filter id={id} x="-20%" y="-20%" width="140%" height="150%">
    <feDropShadow dx="0" dy={down} stdDeviation={blur} floodColor="#2a2415" floodOpacity={opacity} />
  </filter>
)

/** Grain or chips in the surface's own tone, laid over it. */
const texture = (id: string, noise: { baseFrequency: string; numOctaves?: number; seed: number }, values: string) => (
  <filter id={id} x="0" y="0" width="100%" height="100%">
    <feTurbulence type="fractalNoise" {...noise} />
    <feColorMatrix values={values} />
    <feComposite in2="SourceGraphic" operator="in" />
    <feMerge>
      <feMergeNode in="SourceGraphic" />
      <feMergeNode />
    </feMerge>
  </filter>
)

const DEFINITIONS = (
  <defs>
    {shadow('board-lift', 4, 4.5, 0.24)}
    {shadow('board-rest', 1.6, 1.8, 0.28)}
    {texture(
      'board-grain',
      { baseFrequency: '.006 .19', numOctaves: 4, seed: 8 },
      '0 0 0 0 .36 0 0 0 0 .2 0 0 0 0 .07 1.5 0 0 0 -.52',
    )}
    {texture('board-chips', { baseFrequency: '.085', seed: 6 }, '0 0 0 0 .52 0 0 0 0 .5 0 0 0 0 .45 26 0 0 0 -16.4')}
    <pattern id="board-weave" width="4" height="4" patternUnits="userSpaceOnUse">
      <path stroke="#000" strokeOpacity=".14" strokeWidth=".8" d="M0 1h4M0 3h4" />
      <path stroke="#fff" strokeOpacity=".3" strokeWidth=".8" d="M1 0v4M3 0v4" />
    </pattern>
    <linearGradient id="board-bar" x2="0" y2="1">
      {stops(STOPS.bar)}
    </linearGradient>
    <radialGradient id="board-knob" cx=".36" cy=".3" r=".8">
      {stops(STOPS.knob)}
    </radialGradient>
    <linearGradient id="board-gloss" x2="1" y2="1">
      {stops(STOPS.gloss)}
    </linearGradient>
  </defs>
)

/** The placed pieces. Decorative, so hidden from screen readers. */
export const BoardDrawing = ({
  pieces,
  small,
  seed,
  onPhotoError,
}: {
  pieces: readonly Piece<string>[]
  small: boolean
  seed: number
  /** Called with the address of a photo that failed to load. */
  onPhotoError: (address: string) => void
}) => {
  const { width, height } = small ? SMALL_BOARD : BOARD
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      fontFamily="var(--sans)"
      fontSize="9.2"
      className={classNames('picture cover', styles.drawing)}
    >
      {DEFINITIONS}
      {pieces.map((piece, position) => {
        const [x, y, across, along, turn] = piece.place
        return (
          <g key={position} transform={`translate(${x} ${y}) rotate(${turn} ${across / 2} ${along / 2})`}>
            {drawn(piece, seed + position, onPhotoError)}
          </g>
        )
      })}
    </svg>
  )
}
