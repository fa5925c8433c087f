import type { Repeats } from '../../shared/upkeep/tasks.api.ts'

/**
 * Typical tasks of homes by subcategory, under the shipped names. `suggestion` is stored with users' answers, so never
 * change its meaning.
 */
interface ShippedSuggestion {
  suggestion: string
  name: string
  subcategories: readonly string[]
  repeats: NonNullable<Repeats>
}

const months = (every: number) => ({ every, unit: 'month', fromDone: true }) as const
const years = (every: number) => ({ every, unit: 'year', fromDone: true }) as const

const of = (
  suggestion: string,
  name: string,
  repeats: NonNullable<Repeats>,
  ...subcategories: string[]
): ShippedSuggestion => ({ suggestion, name, repeats, subcategories })

/** The most important first. */
export const SHIPPED_SUGGESTIONS: readonly ShippedSuggestion[] = [
  of('test-alarm', 'Test Smoke and CO Alarm', months(6), 'Smoke / CO Alarm'),
  of('service-heating', 'Have the Heating Serviced', years(1), 'Boiler', 'Furnace / Air Handler'),
  of('change-air-filter', 'Change Air Filter', months(3), 'Furnace / Air Handler', 'Air Conditioner / Heat Pump'),
  of('clean-gutters', 'Clean Gutters', months(6), 'Gutters & Downspouts'),
  of('sweep-chimney', 'Have the Chimney Swept', years(1), 'Fireplace / Insert'),
  of('flush-water-heater', 'Flush Water Heater', years(1), 'Water Heater'),
  of('change-water-filter', 'Change Water Filter', months(6), 'Refrigerator', 'Water Softener / Filter'),
  of('test-sump-pump', 'Test Sump Pump', months(6), 'Sump Pump'),
  of('clean-dryer-vent', 'Clean Dryer Vent', years(1), 'Dryer'),
  of('clean-hood-filter', 'Clean Hood Filter', months(3), 'Range Hood'),
  of('clean-dishwasher-filter', 'Clean Dishwasher Filter', months(3), 'Dishwasher'),
  of('reseal-counter', 'Reseal Countertop', years(1), 'Countertop', 'Vanity Top'),
  of('reseal-deck', 'Reseal Deck', years(2), 'Deck / Porch'),
  of('test-generator', 'Run the Generator', months(3), 'Generator / Solar'),
  of('oil-garage-door', 'Oil Garage Door', years(1), 'Garage Door'),
  of('winter-hose', 'Drain Hose Bib for Winter', years(1), 'Hose Bib'),
  of('winter-irrigation', 'Blow Out Irrigation for Winter', years(1), 'Irrigation Controller'),
]
