/** Prices in US dollars and what they buy, from sections 1 and 9 of the specification. */
export const PRICES = {
  singleUserMonth: 4.99,
  singleUserYear: 50,
  /** The least that a consultation costs. */
  consultationQuarterHour: 25,
  consultationFirstHour: 150,
  consultationFurtherHour: 100,
} as const

/** Projects of the Basic Monthly Plan; an installation enforces it only if its owner says so. */
export const BASIC_PLAN_PROJECTS = 2
