/** Sentences for forms and for `fields` of a 400. Those from section 5 of the specification are verbatim. */
export const SENTENCES = {
  required: 'Required.',
  email: 'Enter an email address, like name@example.com.',
  username: '4 to 24 characters. Must begin with a letter. Letters, numbers, underscores and hyphens allowed.',
  password: 'Must be at least 8 characters.',
  passwordCommon: 'This password is too common. Choose another one.',
  passwordNamed: 'Must not be the username, the email address or Roomfolio.',
  passwordSame: 'Choose a password you’re not using now.',
  newPasswordFirst: 'Please set a new password first.',
  secondFactorFirst: 'Please set up a second factor first.',
  passwordsMatch: 'Passwords must match.',
  categoryBlank: 'Category name cannot be blank!',
  subcategoryBlank: 'Subcategory name cannot be blank!',
  unusable: 'Remove the special character.',
  oneLine: 'Contains a line break or an invisible control character.',
  notText: 'Must be text.',
  notID: 'Must be a positive whole number.',
  notFileID: 'Must be a file identifier.',
  fileNameMissing: 'A file needs a name.',
  filesMissing: 'At least one file is needed.',
  notKnown: 'Not known here.',
} as const

export const atMost = (max: number): string => `Must be at most ${max} characters.`

/** PostgreSQL cannot store a NUL; a lone surrogate has no UTF-8 form and would not round-trip. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
