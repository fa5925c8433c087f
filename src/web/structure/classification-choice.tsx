import {
  EMERGENCIES,
  EMERGENCY_NAMES,
  SURFACE_NAMES,
  SURFACES,
  TRADE_NAMES,
  TRADES,
  type StandsFor,
} from '../../shared/structure/classification.ts'
import { Select } from '../ui/forms/select.tsx'

interface ClassificationChoiceProps {
  chosen: StandsFor
  onPick: (classification: StandsFor) => void
}

/** The surface, trade and emergency of a subcategory. */
export const ClassificationChoice = ({ chosen, onPick }: ClassificationChoiceProps) => (
  <div className="part-below">
    <fieldset>
      <legend className="bold">Used In</legend>
      <p className="faint small mb-12">Where these items appear on papers.</p>
      <div className="cells small-cells gap-12">
        <Select
          label="Surface"
          name="surface"
          value={chosen.surface ?? ''}
          onChange={(name) => onPick({ ...chosen, surface: SURFACES.find((each) => each === name) ?? null })}
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
          onChange={(name) => onPick({ ...chosen, trade: TRADES.find((each) => each === name) ?? null })}
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
          onChange={(name) => onPick({ ...chosen, emergency: EMERGENCIES.find((each) => each === name) ?? null })}
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
  </div>
)
