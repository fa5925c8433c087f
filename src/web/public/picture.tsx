import { useTheme } from '../ui/theme/theme.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './picture.module.css'

/** Made by `npm run pictures` in light and dark: <name>.webp and <name>-dark.webp, all of the same size. */
const FILES = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' })
const WIDTH = 960
const HEIGHT = 600

const fileOf = (name: string): string => {
  const file = FILES[`./pictures/${name}.webp`]
  if (!file) throw new Error(`There is no picture ${name}. Make it: npm run pictures`)
  return file
}

interface PictureProps {
  name: string
  alt: string
  /** Loads eagerly, because it is above the fold. */
  eager?: boolean
}

/** A screenshot in the visitor's color scheme. */
export const Picture = ({ name, alt, eager }: PictureProps) => {
  const theme = useTheme()
  const dark = fileOf(`${name}-dark`)
  return (
    <picture>
      {theme === 'system' && <source srcSet={dark} media="(prefers-color-scheme: dark)" />}
      <img
        className={classNames('full auto-height', styles.picture)}
        src={theme === 'dark' ? dark : fileOf(name)}
        width={WIDTH}
        height={HEIGHT}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
      />
    </picture>
  )
}
