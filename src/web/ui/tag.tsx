import styles from './tag.module.css'

/** A small neutral label, such as the name of a file format. */
export const Tag = ({ children }: { children: string }) => <span className={styles.tag}>{children}</span>
