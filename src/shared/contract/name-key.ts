/**
 * The normalized form in which unique names are compared (usernames, emails, a user's projects, room types, categories,
 * subcategories, labels): NFKC, trimmed, lower case. Never left to a database's collation.
 */
export const nameKey = (name: string): string => name.normalize('NFKC').trim().toLowerCase()
