/** Surfaces of a room that items finish, from the floor up. */
export const SURFACES = ['floor', 'base', 'walls', 'ceiling', 'trim', 'doors', 'tile'] as const
export type Surface = (typeof SURFACES)[number]

export const SURFACE_NAMES: Readonly<Record<Surface, string>> = {
  floor: 'Floor',
  base: 'Base',
  walls: 'Walls',
  ceiling: 'Ceiling',
  trim: 'Trim',
  doors: 'Doors',
  tile: 'Tile',
}

/** The trade that does the work. */
export const TRADES = [
  'painter',
  'plumber',
  'electrician',
  'tiler',
  'floorer',
  'carpenter',
  'cabinetMaker',
  'stoneFabricator',
  'applianceDealer',
  'heatingContractor',
  'glazier',
  'roofer',
  'mason',
  'landscaper',
] as const
export type Trade = (typeof TRADES)[number]

export const TRADE_NAMES: Readonly<Record<Trade, string>> = {
  painter: 'Painter',
  plumber: 'Plumber',
  electrician: 'Electrician',
  tiler: 'Tile Setter',
  floorer: 'Flooring Installer',
  carpenter: 'Carpenter',
  cabinetMaker: 'Cabinet Maker',
  stoneFabricator: 'Stone Fabricator',
  applianceDealer: 'Appliance Dealer',
  heatingContractor: 'HVAC Contractor',
  glazier: 'Glazier',
  roofer: 'Roofer',
  mason: 'Mason',
  landscaper: 'Landscaper',
}

/** What users look for in an emergency, in the order of the sheet. */
export const EMERGENCIES = ['valve', 'panel', 'gas', 'alarm', 'contact'] as const
export type Emergency = (typeof EMERGENCIES)[number]

export const EMERGENCY_NAMES: Readonly<Record<Emergency, string>> = {
  valve: 'Shut-Off Valves',
  panel: 'Electricity',
  gas: 'Gas',
  alarm: 'Alarms',
  contact: 'Who to Call',
}

/** How a subcategory is classified. */
export interface StandsFor {
  surface: Surface | null
  trade: Trade | null
  emergency?: Emergency | null | undefined
}

export const NOTHING: StandsFor = { surface: null, trade: null, emergency: null }

export const sameStandsFor = (a: StandsFor, b: StandsFor): boolean =>
  a.surface === b.surface &&
  a.trade === b.trade &&
  (a.emergency === b.emergency || a.emergency === undefined || b.emergency === undefined)

/** For display: 'walls, painter'; 'nothing' if unclassified. */
export const standsForInWords = ({ surface, trade, emergency }: StandsFor): string =>
  [
    surface ? SURFACE_NAMES[surface] : null,
    trade ? TRADE_NAMES[trade] : null,
    emergency ? `in an emergency ${EMERGENCY_NAMES[emergency]}` : null,
  ]
    .flatMap((name) => name?.toLowerCase() ?? [])
    .join(', ') || 'nothing'
