import { Link, type LinkProps } from 'react-router'
import { classNames } from './class-names.ts'
import styles from './card-link.module.css'

export const CardLink = ({ className, ...props }: LinkProps) => (
  <Link className={classNames('column shrink plain sheet clip', styles.card, className)} {...props} />
)
