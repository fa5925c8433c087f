/**
 * The form in which names that must be unique are compared (usernames, e-mails, a user's projects, room types,
 * categories, subcategories, labels): NFKC, trimmed, lower case. Never left to a database's own rules.
 */
export const nameKey = (name: string): string => name.normalize('NFKC').trim().toLowerCase()
