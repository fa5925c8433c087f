/** The `tel:` URL of a phone number as people write it. */
export const phoneLink = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`
