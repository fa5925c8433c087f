import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ProblemCode } from '../../shared/contract/problem.ts'
import { ApiError } from '../lib/errors.ts'
import { paths } from '../lib/paths.ts'
import { isFeatureDisabled } from '../lib/feature-flags.ts'
import type { ToastAction } from '../lib/toasts.ts'

const LABEL = 'See Pricing'

/** Whether a plan limit caused the error. */
const isPlanLimit = (error: unknown): boolean =>
  !isFeatureDisabled('prices') && error instanceof ApiError && error.code === ('plan_limit' satisfies ProblemCode)

/** The message of a failed call, with a link to Pricing if a plan limit caused it. */
export const messageWithPricing = (error: unknown, words: string): ReactNode =>
  isPlanLimit(error) ? (
    <>
      {words} <Link to={paths.pricing()}>{LABEL}</Link>
    </>
  ) : (
    words
  )

/** The same link, for a toast. */
export const pricingAction = (error: unknown): ToastAction | undefined =>
  isPlanLimit(error) ? { label: LABEL, to: paths.pricing() } : undefined
