/** What is written as nothing but a telephone number is. */
export const PHONE = String.raw`\+\d[\d\s().-]{5,}\d|\(\d{3}\)\s?\d{3}[-.\s]\d{4}`
