/** Prices in US dollars and what they buy, from sections 1 and 9 of the specification. */
export const PRICES = {
  singleUserMonth: 4.99,
  singleUserYear: 50,
  /** The minimum price of a consultation. */
  consultationQuarterHour: 25,
  consultationFirstHour: 150,
  consultationFurtherHour: 100,
} as const

/** Projects in the Basic Monthly Plan; enforced only if the installation's owner turns it on. */
export const BASIC_PLAN_PROJECTS = 2
