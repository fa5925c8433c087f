/** Bytes in which readers look for the header: mail programs and web servers put lines before it. */
const BEGINS_WITHIN = 1024

export const isPDF = (file: Buffer): boolean => /%PDF-\d/.test(file.toString('latin1', 0, BEGINS_WITHIN))
