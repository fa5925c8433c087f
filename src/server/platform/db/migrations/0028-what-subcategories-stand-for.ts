import { sql, type Kysely } from 'kysely'

/** The surface and the trade of the default subcategories, applied by name. */
const STAND_FOR: readonly (readonly [surface: string | null, trade: string | null, names: readonly string[]])[] = [
  [
    null,
    'applianceDealer',
    [
      'Refrigerator',
      'Freezer',
      'Range / Oven',
      'Cooktop',
      'Dryer',
      'Outdoor Grill',
      'Range Hood',
      'Dishwasher',
      'Microwave',
      'Wine / Beverage Cooler',
      'Washer',
      'Garbage Disposal',
    ],
  ],
  [null, 'cabinetMaker', ['Cabinets', 'Built-Ins', 'Cabinet Hardware', 'Vanity', 'Closet System', 'Shelving']],
  [null, 'stoneFabricator', ['Countertop', 'Vanity Top', 'Window Sill', 'Mantel & Surround']],
  ['floor', 'carpenter', ['Deck / Porch']],
  [null, 'carpenter', ['Fence & Gate', 'Door Hardware', 'Stair Railing']],
  ['floor', 'mason', ['Driveway', 'Patio / Walkway']],
  ['doors', 'carpenter', ['Interior Door', 'Closet Door', 'Exterior Door', 'Garage Door']],
  [
    null,
    'electrician',
    [
      'Garage Door Opener',
      'Speaker & Audio',
      'Network & Wi-Fi',
      'Security Camera / Doorbell',
      'Exhaust Fan',
      'Ceiling Light',
      'Pendant / Chandelier',
      'Wall Sconce',
      'Vanity Light',
      'Recessed Light',
      'Under-Cabinet Light',
      'Outdoor Light',
      'Ceiling Fan',
      'Switches & Outlets',
      'Smoke / CO Alarm',
      'Electrical Panel',
      'EV Charger',
      'Generator / Solar',
    ],
  ],
  ['base', 'carpenter', ['Baseboard']],
  ['trim', 'carpenter', ['Crown Molding', 'Door & Window Casing']],
  [
    'floor',
    'floorer',
    ['Stair Treads', 'Hardwood', 'Vinyl / LVP', 'Laminate', 'Carpet', 'Stair Runner', 'Epoxy / Concrete Coating'],
  ],
  [
    null,
    'heatingContractor',
    [
      'Fireplace / Insert',
      'Furnace / Air Handler',
      'Air Conditioner / Heat Pump',
      'Mini-Split',
      'Boiler',
      'Radiator / Towel Warmer',
      'Thermostat',
    ],
  ],
  [null, 'glazier', ['Shower Door / Glass', 'Mirror / Medicine Cabinet', 'Window']],
  [
    null,
    'plumber',
    [
      'Towel Bars & Hooks',
      'Faucet',
      'Bathtub Filler',
      'Pot Filler',
      'Sink',
      'Laundry Sink',
      'Toilet / Bidet',
      'Bathtub',
      'Shower Base',
      'Shower Valve & Trim',
      'Shower Head / Hand Shower',
      'Water Heater',
      'Water Softener / Filter',
      'Sump Pump',
      'Shut-Off Valve',
      'Hose Bib',
    ],
  ],
  [null, 'landscaper', ['Irrigation Controller', 'Plants & Trees']],
  ['walls', 'painter', ['Wall Paint', 'Accent Wall Paint', 'Exterior Wall Paint', 'Wallpaper']],
  ['ceiling', 'painter', ['Ceiling Paint']],
  ['trim', 'painter', ['Trim Paint', 'Exterior Trim Paint']],
  ['doors', 'painter', ['Door Paint', 'Front Door Paint']],
  [null, 'painter', ['Cabinet Paint', 'Wood Stain / Sealer']],
  [null, 'roofer', ['Roofing', 'Gutters & Downspouts', 'Soffit & Fascia', 'Skylight']],
  ['walls', 'carpenter', ['Siding']],
  ['walls', 'mason', ['Brick / Stone', 'Stucco / Render']],
  ['floor', 'tiler', ['Floor Tile', 'Shower Floor Tile']],
  ['tile', 'tiler', ['Wall Tile', 'Backsplash Tile', 'Shower Wall Tile', 'Fireplace Tile']],
  [null, 'tiler', ['Grout & Caulk']],
]

/** Classifies subcategories by surface and trade. Servers of the previous version do not change these columns. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const column of ['surface', 'trade'])
    await sql.raw(`alter table subcategories add column ${column} text`).execute(db)
  for (const [surface, trade, names] of STAND_FOR) {
    await sql`update subcategories set surface = ${surface}, trade = ${trade}
      where name in (${sql.join(names)})`.execute(db)
  }
}
