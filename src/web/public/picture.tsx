import styles from './picture.module.css'

/** `npm run pictures` makes them, light and dark: <name>.webp and <name>-dark.webp, all of one size. */
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
  /** Part of the first screenful, so fetched at once. */
  early?: boolean
}

/** A picture of a screen, in the colours that the visitor's system has. */
export const Picture = ({ name, alt, early }: PictureProps) => (
  <picture>
    <source srcSet={fileOf(`${name}-dark`)} media="(prefers-color-scheme: dark)" />
    <img
      className={styles.picture}
      src={fileOf(name)}
      width={WIDTH}
      height={HEIGHT}
      alt={alt}
      loading={early ? 'eager' : 'lazy'}
    />
  </picture>
)
