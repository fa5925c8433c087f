import { sql, type Kysely } from 'kysely'

/** Required labels and papers of the default subcategories, applied to those with these names and labels. */
const WANTED: readonly (readonly [labels: readonly string[], papers: string, names: readonly string[]])[] = [
  [
    ['Brand', 'Model Number'],
    'manual and receipt',
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
  [
    ['Brand', 'Model Number'],
    'manual',
    [
      'Garage Door Opener',
      'Fireplace / Insert',
      'Air Conditioner / Heat Pump',
      'Mini-Split',
      'Boiler',
      'Thermostat',
      'Irrigation Controller',
      'EV Charger',
      'Generator / Solar',
      'Water Heater',
      'Water Softener / Filter',
      'Sump Pump',
    ],
  ],
  [['Brand', 'Model Number', 'Filter Size'], 'manual', ['Furnace / Air Handler']],
  [
    ['Brand', 'Model Number'],
    '',
    [
      'TV & Display',
      'Speaker & Audio',
      'Network & Wi-Fi',
      'Security Camera / Doorbell',
      'Computer & Printer',
      'Radiator / Towel Warmer',
      'Exhaust Fan',
      'Toilet / Bidet',
    ],
  ],
  [['Manufacturer / Maker', 'Door Style', 'Color / Stain'], '', ['Cabinets', 'Built-Ins']],
  [
    ['Brand', 'Finish'],
    '',
    [
      'Cabinet Hardware',
      'Mirror / Medicine Cabinet',
      'Towel Bars & Hooks',
      'Shower Valve & Trim',
      'Shower Head / Hand Shower',
    ],
  ],
  [['Brand', 'Model Number', 'Finish'], '', ['Faucet', 'Bathtub Filler', 'Pot Filler']],
  [['Brand', 'Size', 'Color / Finish'], '', ['Vanity']],
  [['Brand', 'Color / Finish'], '', ['Closet System', 'Garage Storage', 'Shelving']],
  [['Material', 'Brand / Color Name'], '', ['Countertop', 'Vanity Top', 'Window Sill']],
  [['Material / Brand', 'Color'], '', ['Deck / Porch', 'Fence & Gate']],
  [['Material', 'Color / Blend'], '', ['Driveway', 'Patio / Walkway']],
  [['Style / Model', 'Color / Finish'], '', ['Interior Door', 'Closet Door']],
  [['Manufacturer', 'Style / Model', 'Color / Finish'], '', ['Exterior Door', 'Garage Door']],
  [['Brand', 'Model / Style', 'Finish'], '', ['Door Hardware']],
  [['Profile / Style', 'Size'], '', ['Baseboard', 'Crown Molding', 'Door & Window Casing']],
  [['Type / Material', 'Color / Stain'], '', ['Stair Railing', 'Stair Treads']],
  [['Material', 'Color / Finish'], '', ['Mantel & Surround']],
  [['Species / Collection', 'Color / Stain', 'Finish / Sheen'], '', ['Hardwood']],
  [['Manufacturer', 'Collection', 'Color Name / Number'], '', ['Vinyl / LVP', 'Laminate']],
  [['Manufacturer', 'Style / Collection', 'Color Name / Number'], '', ['Carpet', 'Stair Runner']],
  [['Brand / Product', 'Color'], '', ['Epoxy / Concrete Coating']],
  [['Size', 'Material'], '', ['Area Rug']],
  [['Brand / Maker', 'Fabric / Material'], '', ['Seating', 'Table', 'Bed', 'Desk', 'Storage Furniture']],
  [['Brand', 'Size'], '', ['Mattress']],
  [['Artist / Maker', 'Title / SKU'], '', ['Artwork & Mirror']],
  [['Glass Type / Thickness', 'Hardware Finish'], '', ['Shower Door / Glass']],
  [['Common Name', 'Location'], '', ['Plants & Trees']],
  [
    ['Brand', 'Bulb Type / Wattage'],
    '',
    [
      'Ceiling Light',
      'Pendant / Chandelier',
      'Wall Sconce',
      'Vanity Light',
      'Recessed Light',
      'Under-Cabinet Light',
      'Outdoor Light',
    ],
  ],
  [['Brand', 'Model / SKU'], '', ['Ceiling Fan']],
  [['Brand', 'Series', 'Color'], '', ['Switches & Outlets']],
  [['Battery Type', 'Replace By'], '', ['Smoke / CO Alarm']],
  [['Brand', 'Amps / Capacity'], '', ['Electrical Panel']],
  [
    ['Brand / Product Line', 'Color Name', 'Color Code', 'Sheen'],
    '',
    [
      'Wall Paint',
      'Accent Wall Paint',
      'Ceiling Paint',
      'Trim Paint',
      'Door Paint',
      'Cabinet Paint',
      'Exterior Wall Paint',
      'Exterior Trim Paint',
      'Front Door Paint',
    ],
  ],
  [['Brand / Product Line', 'Color Name'], '', ['Wood Stain / Sealer']],
  [['Brand', 'Pattern Name'], '', ['Wallpaper']],
  [['Brand', 'Material / Color'], '', ['Sink', 'Laundry Sink', 'Bathtub', 'Shower Base']],
  [['Serves', 'Location'], '', ['Shut-Off Valve', 'Hose Bib']],
  [['Item Covered', 'Provider', 'End Date'], '', ['Warranty']],
  [['Company', 'Trade', 'Phone / Email'], '', ['Contractor / Supplier']],
  [['Item Serviced', 'Work Done', 'Service Date'], '', ['Service Record']],
  [['Permit / Certificate Number', 'Type'], '', ['Permit / Certificate']],
  [['Manufacturer', 'Product Line', 'Color'], '', ['Roofing']],
  [['Color Name / Code', 'Material'], '', ['Gutters & Downspouts', 'Soffit & Fascia']],
  [['Manufacturer', 'Model Number'], '', ['Skylight']],
  [['Manufacturer', 'Product / Profile', 'Color Name / Code'], '', ['Siding']],
  [['Product / Blend', 'Size / Texture'], '', ['Brick / Stone', 'Stucco / Render']],
  [
    ['Manufacturer', 'Series / Color', 'Size / Pattern'],
    '',
    ['Floor Tile', 'Wall Tile', 'Backsplash Tile', 'Shower Wall Tile', 'Shower Floor Tile', 'Fireplace Tile'],
  ],
  [['Grout Brand', 'Grout Color'], '', ['Grout & Caulk']],
  [['Manufacturer', 'Series / Model', 'Frame Color (In / Out)'], '', ['Window']],
  [['Brand', 'Fabric / Color'], '', ['Blinds & Shades', 'Shutters']],
  [['Fabric Maker', 'Pattern / Color'], '', ['Curtains & Drapery']],
  [['Finish', 'Size'], '', ['Curtain Hardware']],
  [['Description', 'Location'], '', ['Other']],
]

/** What the next owner needs to know about items. Servers of the previous version do not change this column. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `alter table subcategories add column wanted text not null default '{"labels":[],"manual":false,"receipt":false}'`,
    )
    .execute(db)
  const subcategories = await sql<{ id: number; name: string }>`select id, name from subcategories`.execute(db)
  const { rows } = await sql<{ subcategory_id: number; label_id: number; name: string }>`
    select subcategory_labels.subcategory_id, subcategory_labels.label_id, labels.name
    from subcategory_labels join labels on labels.id = subcategory_labels.label_id
    order by subcategory_labels.subcategory_id, subcategory_labels.slot`.execute(db)
  for (const { id, name } of subcategories.rows) {
    const shipped = WANTED.find(([, , names]) => names.includes(name))
    if (!shipped) continue
    const [labels, papers] = shipped
    const its = rows.filter((row) => row.subcategory_id === id && labels.includes(row.name))
    const wanted = {
      labels: its.map(({ label_id }) => label_id),
      manual: papers.includes('manual'),
      receipt: papers.includes('receipt'),
    }
    await sql`update subcategories set wanted = ${JSON.stringify(wanted)} where id = ${id}`.execute(db)
  }
}
