import { sql, type Kysely } from 'kysely'

/** Other names of the shipped subcategories, until now known to the code by their names. */
const SHIPPED = `
Refrigerator: fridge, icebox, fridge freezer, ice maker, icemaker
Freezer: deep freeze, chest freezer
Range / Oven: stove, cooker, wall oven, steam oven
Cooktop: hob, burner, induction, stovetop, hot plate, gas top
Dryer: tumble dryer, drier, clothes dryer
Outdoor Grill: barbecue, bbq, barbie, smoker, pizza oven
Range Hood: extractor, cooker hood, vent hood, exhaust hood, chimney hood, downdraft
Dishwasher: dish machine
Microwave: micro oven, speed oven, warming drawer, toaster oven, air fryer
Wine / Beverage Cooler: wine fridge, drinks fridge, beer fridge, wine cabinet, minibar
Washer: washing machine, laundry machine, clothes washer
Garbage Disposal: disposer, food waste, sink grinder, trash compactor
Cabinets: cupboard, kitchen unit, drawer, pantry, cabinetry, millwork, island, trash can, garbage can, trash pull-out
Built-Ins: bookcase, window seat, fitted furniture, joinery, bench, mudroom locker
Cabinet Hardware: knob, pull, handle, hinge, drawer slide, cup pull, drawer runner
Vanity: vanity unit, washstand, basin unit, bathroom cabinet
Closet System: wardrobe, walk-in, clothes rail, closet organizer, armoire, dressing room
Garage Storage: workbench, tool wall, slatwall, pegboard, overhead rack, shed, ladder, bike, bicycle, lawn mower, snow blower, tool chest
Shelving: shelf, shelves, bracket, rack, ledge
Countertop: worktop, benchtop, quartz, granite, marble, butcher block, soapstone, slab, counter
Vanity Top: bathroom counter, basin top
Window Sill: window board, ledge, window stool
Deck / Porch: decking, veranda, balcony, boards, pergola, railing
Fence & Gate: fencing, picket, railing, garden wall, privacy screen
Driveway: drive, asphalt, tarmac, paver, gravel, blacktop, parking pad
Patio / Walkway: terrace, path, pavement, paver, flagstone, stepping stones, courtyard, sidewalk
Interior Door: room door, pocket door, barn door, inside door, french door, bedroom door
Closet Door: wardrobe door, bifold, sliding door, bypass door
Exterior Door: front door, entry door, back door, patio door, outside door, screen door, storm door
Garage Door: overhead door, roller door, up and over door
Door Hardware: lock, deadbolt, latch, doorknob, lever, hinge, handle, smart lock, key, lockset, door stop, strike plate
Garage Door Opener: remote, door operator, door motor, keypad
Baseboard: skirting, skirting board, base molding, shoe molding, quarter round, mopboard, toe kick
Crown Molding: cornice, coving, moulding, ceiling trim, picture rail
Door & Window Casing: architrave, door frame, window trim, door trim, jamb, moulding, wainscoting, chair rail, paneling, beadboard
Stair Railing: banister, handrail, baluster, newel, spindle, balustrade
Stair Treads: steps, riser, staircase, stairs, nosing
TV & Display: television, telly, monitor, screen, projector, wall mount, game console, playstation, xbox
Speaker & Audio: stereo, hi-fi, soundbar, sound system, amplifier, receiver, record player, subwoofer, headphones
Network & Wi-Fi: router, modem, internet, access point, wifi, mesh, ethernet, smart home hub, wireless
Security Camera / Doorbell: cctv, door bell, chime, intercom, burglar alarm, video doorbell, motion detector, alarm system
Computer & Printer: pc, laptop, desktop, scanner, mac, notebook
Fireplace / Insert: wood stove, log burner, woodburner, gas fire, fire pit, pellet stove, chimney, stove
Mantel & Surround: mantelpiece, chimneypiece, hearth, fire surround
Hardwood: parquet, wood floor, floorboards, oak floor, timber floor, engineered wood, bamboo
Vinyl / LVP: lino, linoleum, luxury vinyl plank, lvt, sheet floor, resilient floor, cork, rubber floor
Laminate: click floor, laminate floor
Carpet: broadloom, fitted carpet, wall-to-wall, underlay, carpet tile
Stair Runner: stair carpet
Epoxy / Concrete Coating: garage floor, polished concrete, resin floor, screed, cement floor
Area Rug: mat, kilim, doormat, bath mat
Seating: chair, sofa, couch, settee, armchair, stool, bench, recliner, ottoman, loveseat, sectional, high chair, piano bench
Table: coffee table, dining table, nightstand, side table, console, bedside table
Bed: headboard, bunk, crib, cot, bedframe, daybed, pillow, blanket
Desk: writing table, workstation, bureau, standing desk
Storage Furniture: dresser, chest of drawers, sideboard, bookcase, wardrobe, credenza, buffet, armoire, bookshelf, hutch, trunk, tv stand, safe, coat rack, umbrella stand, jewelry box
Mattress: box spring, topper, futon
Artwork & Mirror: picture, painting, print, poster, frame, sculpture, looking glass, photograph, vase, wall clock
Shower Door / Glass: shower screen, shower enclosure, glass panel, splash screen, shower curtain, cubicle
Mirror / Medicine Cabinet: looking glass, bathroom cabinet, shaving mirror, makeup mirror
Towel Bars & Hooks: towel rail, towel ring, towel rack, robe hook, toilet paper holder, paper holder, grab bar, soap dish, toilet brush, bathroom accessories, shower caddy
Furnace / Air Handler: hvac, heating, central heating, forced air, air filter, ductwork, humidifier, register
Air Conditioner / Heat Pump: ac, a/c, aircon, hvac, cooling, compressor, condenser, air source, geothermal, dehumidifier, air purifier
Mini-Split: ductless, split unit, ac, wall unit
Boiler: hydronic, combi, central heating, gas heater
Radiator / Towel Warmer: heated towel rail, towel heater, baseboard heater, heater, underfloor heating, radiant floor, convector, space heater
Exhaust Fan: bath fan, ventilator, extractor fan, bathroom fan, ventilation, vent fan, whole house fan
Thermostat: temperature control, heating control, smart thermostat
Irrigation Controller: sprinkler, watering system, drip line, sprinkler timer
Plants & Trees: shrub, flower, hedge, bush, lawn, grass, bulbs, perennial, planter, sod, garden bed, vine
Ceiling Light: lamp, flush mount, light fixture, light fitting, luminaire, semi-flush, track light, surface light, overhead light
Pendant / Chandelier: hanging lamp, lamp, drop light, lantern, island light, hanging light
Wall Sconce: wall light, wall lamp, bracket light, picture light, uplighter, reading light
Vanity Light: bath bar, mirror light, bathroom light, makeup light
Recessed Light: downlight, can light, pot light, spotlight, led spot, canless
Under-Cabinet Light: led strip, puck light, tape light, strip light, counter light, undercabinet
Outdoor Light: floodlight, garden light, porch light, exterior light, path light, security light, landscape light, carriage light
Ceiling Fan: fan, paddle fan
Switches & Outlets: socket, receptacle, dimmer, power point, light switch, gfci, wall plate, plug, usb outlet, faceplate, extension cord, power strip
Smoke / CO Alarm: smoke detector, carbon monoxide, fire alarm, co detector, heat alarm, fire extinguisher
Electrical Panel: breaker, fuse box, consumer unit, breaker box, load center, switchboard, subpanel, surge protector, meter, circuit breaker
EV Charger: car charger, wallbox, charging station, electric vehicle
Generator / Solar: photovoltaic, solar panel, inverter, battery storage, backup power, pv, powerwall, transfer switch
Wall Paint: paint, emulsion, wall color, wall colour, latex, limewash, primer, room color
Accent Wall Paint: feature wall, accent color, mural
Ceiling Paint: ceiling white, ceiling color, ceiling colour
Trim Paint: woodwork paint, gloss, skirting paint, baseboard paint, enamel, window paint, molding paint
Door Paint: door color, door colour
Cabinet Paint: cupboard paint, kitchen cabinet color, furniture paint, chalk paint, built-in paint
Exterior Wall Paint: house paint, masonry paint, facade, siding paint, outside paint
Exterior Trim Paint: outside trim, fascia paint, shutter paint
Front Door Paint: entry door color, front door color
Wood Stain / Sealer: varnish, lacquer, polyurethane, deck stain, wood oil, shellac, wax
Wallpaper: wall covering, wallcovering, grasscloth, paper, border, anaglypta
Faucet: tap, mixer, spigot, kitchen tap, basin tap, pillar tap, soap dispenser, sink sprayer
Bathtub Filler: bath tap, tub spout, tub faucet, bath mixer, roman tub
Pot Filler: stove faucet, wall tap, stove tap
Sink: basin, washbasin, lavatory, hand basin, bowl, wash bowl, belfast, farmhouse sink, vessel sink, drainer
Laundry Sink: utility sink, slop sink, laundry tub, mop sink
Toilet / Bidet: wc, loo, commode, water closet, lavatory, toilet seat, cistern, urinal, washlet, john
Bathtub: tub, bath, soaker, jacuzzi, whirlpool, hot tub, clawfoot
Shower Base: shower tray, shower pan, wet room, shower floor, shower drain, linear drain
Shower Valve & Trim: shower mixer, diverter, thermostatic valve, shower control, shower faucet, shower cartridge, pressure balance
Shower Head / Hand Shower: showerhead, rain shower, handheld, shower hose, slide bar, body spray, rainhead
Water Heater: hot water tank, geyser, tankless, immersion heater, hot water cylinder, hot water heater
Water Softener / Filter: reverse osmosis, descaler, water purifier, water conditioner, filter cartridge, drinking water
Sump Pump: drainage pump, sewage pump, ejector pump, basement pump, well pump, septic
Shut-Off Valve: stopcock, main water, isolation valve, water main, stop tap, gas valve, shutoff, ball valve, stop valve
Hose Bib: outdoor tap, hosepipe, garden tap, spigot, outside tap, hose bibb, sillcock, bibcock, outdoor faucet, hose reel
Warranty: guarantee, insurance, protection plan, home warranty, manual, user guide, instructions
Contractor / Supplier: builder, plumber, electrician, painter, company, installer, vendor, tradesman, handyman, architect, designer, store, contact, dealer
Service Record: maintenance, repair, inspection, receipt, invoice, tune-up, cleaning
Permit / Certificate: building permit, planning permission, licence, license, survey, approval, deed, energy certificate
Roofing: shingle, roof tile, slate, metal roof, flat roof, flashing, ridge
Gutters & Downspouts: guttering, rain pipe, downpipe, eavestrough, rain barrel, leaf guard, rainwater
Soffit & Fascia: eaves, bargeboard, roof vent, overhang
Skylight: roof window, rooflight, sun tunnel, roof light, dormer
Siding: cladding, clapboard, weatherboard, shiplap, fiber cement, vinyl siding, board and batten, shakes
Brick / Stone: masonry, veneer, blockwork, mortar, stonework, brickwork, pointing
Stucco / Render: plaster, pebbledash, eifs, roughcast, facade, drywall, plasterboard
Floor Tile: floor tiling, ceramic floor, porcelain, terracotta, terrazzo, stone floor
Wall Tile: wall tiling, ceramic, zellige, subway tile
Backsplash Tile: splashback, subway tile, kitchen tile, backsplash, mosaic
Shower Wall Tile: shower tile, bathroom wall tile, shower surround, shower niche
Shower Floor Tile: shower mosaic, penny tile, mosaic, pebble tile
Fireplace Tile: hearth tile, hearth
Grout & Caulk: silicone, sealant, joint, thinset, tile adhesive, mastic
Window: glazing, pane, double glazing, sash, casement, bay window, window glass, window screen
Blinds & Shades: roller blind, roman shade, venetian, jalousie, cellular, honeycomb, window shade, awning
Shutters: plantation shutters, louvre, louver
Curtains & Drapery: drape, net curtain, sheers, valance, voile, cushion fabric
Curtain Hardware: curtain rod, curtain rail, curtain pole, finial, drapery rod, curtain track, tieback, curtain ring
`

/** Other names that find subcategories. Renamed ones start without any. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table subcategories add column aliases text not null default '[]'`.execute(db)
  for (const line of SHIPPED.trim().split('\n')) {
    const [name = '', aliases = ''] = line.split(': ')
    await sql`update subcategories set aliases = ${JSON.stringify(aliases.split(', '))} where name = ${name}`.execute(
      db,
    )
  }
}
