import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ProblemCode } from '../../shared/contract/problem.ts'
import { ApiError } from '../lib/errors.ts'
import { paths } from '../lib/paths.ts'
import { isLeftOut } from '../public/feature-flags.ts'
import type { ToastAction } from '../ui/toasts.ts'

const LABEL = 'See Pricing'

/** Whether there is such a way. */
const leadsToPricing = (error: unknown): boolean =>
  !isLeftOut('prices') && error instanceof ApiError && error.code === ('plan_limit' satisfies ProblemCode)

/** The words for a failed call; where the plan set the limit, with the way to what the plans are. */
export const withPricing = (error: unknown, words: string): ReactNode =>
  leadsToPricing(error) ? (
    <>
      {words} <Link to={paths.pricing()}>{LABEL}</Link>
    </>
  ) : (
    words
  )

/** The same way, for a toast. */
export const pricingAction = (error: unknown): ToastAction | undefined =>
  leadsToPricing(error) ? { label: LABEL, to: paths.pricing() } : undefined
