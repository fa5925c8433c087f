import { useState } from 'react'
import {
  EMERGENCIES,
  EMERGENCY_NAMES,
  NOTHING,
  sameStandsFor,
  SURFACE_NAMES,
  SURFACES,
  TRADE_NAMES,
  TRADES,
  type StandsFor,
} from '../../shared/structure/classification.ts'
import { Select } from '../ui/select.tsx'
import { classNames } from '../ui/class-names.ts'
import styles from './title-fields-choice.module.css'

/** The surface and trade of a subcategory, as edited. */
export const useClassification = (stored: StandsFor = NOTHING) => {
  const [picked, setPicked] = useState<StandsFor>()
  return {
    chosen: picked ?? stored,
    isChanged: picked !== undefined && !sameStandsFor(picked, stored),
    pick: (change: Partial<StandsFor>) => setPicked({ ...(picked ?? stored), ...change }),
    forget: () => setPicked(undefined),
  }
}

export const ClassificationChoice = ({
  standsFor: { chosen, pick },
}: {
  standsFor: ReturnType<typeof useClassification>
}) => (
  <fieldset className={styles.telling}>
    <legend>Used In</legend>
    <p>Places items in the finish schedule, a trade list, or the emergency sheet.</p>
    <div className={classNames('grid gap-12', styles.places)}>
      <Select
        label="Surface"
        name="surface"
        value={chosen.surface ?? ''}
        onChange={(name) => pick({ surface: SURFACES.find((each) => each === name) ?? null })}
      >
        <option value="">None</option>
        {SURFACES.map((surface) => (
          <option key={surface} value={surface}>
            {SURFACE_NAMES[surface]}
          </option>
        ))}
      </Select>
      <Select
        label="Trade"
        name="trade"
        value={chosen.trade ?? ''}
        onChange={(name) => pick({ trade: TRADES.find((each) => each === name) ?? null })}
      >
        <option value="">None</option>
        {TRADES.map((trade) => (
          <option key={trade} value={trade}>
            {TRADE_NAMES[trade]}
          </option>
        ))}
      </Select>
      <Select
        label="In an Emergency"
        name="emergency"
        value={chosen.emergency ?? ''}
        onChange={(name) => pick({ emergency: EMERGENCIES.find((each) => each === name) ?? null })}
      >
        <option value="">None</option>
        {EMERGENCIES.map((emergency) => (
          <option key={emergency} value={emergency}>
            {EMERGENCY_NAMES[emergency]}
          </option>
        ))}
      </Select>
    </div>
  </fieldset>
)
