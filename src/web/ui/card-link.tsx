import { Link, type LinkProps } from 'react-router'
import { classNames } from './class-names.ts'
import styles from './card-link.module.css'

/** A card that leads to what it shows. */
export const CardLink = ({ className, ...props }: LinkProps) => (
  <Link className={classNames(styles.card, className)} {...props} />
)
