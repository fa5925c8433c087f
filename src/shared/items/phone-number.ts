/** Matches text that can only be a phone number. */
export const PHONE = String.raw`\+\d[\d\s().-]{5,}\d|\(\d{3}\)\s?\d{3}[-.\s]\d{4}`
