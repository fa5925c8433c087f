import { foldedWords } from '../../../../shared/lib/folded-words.ts'

/** What things are called in German and Spanish, by the shipped subcategories; without accents, as `foldedWords` are. */
const WORDS: Readonly<Record<string, string>> = {
  Refrigerator: 'kuhlschrank, kuhlgefrierkombination, frigorifico, nevera, refrigerador',
  Freezer: 'gefrierschrank, gefriertruhe, tiefkuhler, congelador',
  'Range / Oven': 'backofen, herd, horno, cocina de gas',
  Cooktop: 'kochfeld, herdplatte, placa de induccion, vitroceramica',
  'Range Hood': 'dunstabzug, dunstabzugshaube, abzugshaube, campana extractora',
  Dishwasher: 'geschirrspuler, geschirrspulmaschine, spulmaschine, lavavajillas, lavaplatos',
  Microwave: 'mikrowelle, microondas',
  Washer: 'waschmaschine, lavadora',
  Dryer: 'trockner, secadora',
  'Outdoor Grill': 'gartengrill, gasgrill, barbacoa, parrilla',
  Cabinets: 'kuchenschrank, hangeschrank, unterschrank, armario de cocina, gabinete',
  'Closet System': 'kleiderschrank, einbauschrank, armario, ropero',
  Shelving: 'bucherregal, wandregal, estante, estanteria',
  Countertop: 'arbeitsplatte, encimera',
  'Window Sill': 'fensterbank, alfeizar',
  'Interior Door': 'zimmertur, innentur, puerta',
  'Exterior Door': 'haustur, eingangstur, puerta de entrada',
  'Garage Door': 'garagentor, puerta de garaje',
  'Door Hardware': 'turschloss, turgriff, turklinke, cerradura',
  Baseboard: 'sockelleiste, fussleiste, rodapie, zocalo',
  'TV & Display': 'fernseher, televisor, television',
  'Network & Wi-Fi': 'enrutador',
  'Fireplace / Insert': 'kamin, kaminofen, chimenea',
  Hardwood: 'parkett, holzboden, dielenboden, tarima',
  Laminate: 'laminat, laminatboden',
  'Area Rug': 'teppich, alfombra',
  Carpet: 'teppichboden, moqueta',
  Seating: 'stuhl, burostuhl, sessel, hocker, silla, sillon',
  Table: 'tisch, esstisch, couchtisch, nachttisch, mesa, mesita',
  Desk: 'schreibtisch, escritorio',
  Bed: 'bett, cama',
  Mattress: 'matratze, colchon',
  'Storage Furniture': 'kommode, anrichte, vitrine, comoda, aparador',
  'Artwork & Mirror': 'gemalde, cuadro',
  'Mirror / Medicine Cabinet': 'spiegel, spiegelschrank, espejo',
  'Air Conditioner / Heat Pump': 'klimaanlage, warmepumpe, aire acondicionado, bomba de calor',
  Boiler: 'heizkessel, gastherme, heizung, caldera',
  'Radiator / Towel Warmer': 'heizkorper, handtuchheizkorper, radiador',
  'Ceiling Light': 'deckenleuchte, deckenlampe, leuchte, lampe, stehlampe, tischlampe, lampara',
  'Pendant / Chandelier': 'pendelleuchte, hangelampe, kronleuchter, lampara colgante',
  'Wall Sconce': 'wandleuchte, wandlampe, aplique',
  'Switches & Outlets': 'steckdose, lichtschalter, enchufe, interruptor',
  'Smoke / CO Alarm': 'rauchmelder, detector de humo',
  'Ceiling Paint': 'deckenfarbe',
  'Wall Paint': 'wandfarbe, farbe, pintura',
  Wallpaper: 'tapete, papel pintado',
  Faucet: 'wasserhahn, armatur, mischbatterie, einhebelmischer, grifo, griferia',
  Sink: 'spule, spulbecken, waschbecken, waschtisch, fregadero, lavabo, lavamanos',
  'Toilet / Bidet': 'toilette, klosett, inodoro, retrete',
  Bathtub: 'badewanne, banera',
  'Shower Base': 'duschwanne, duschtasse, plato de ducha',
  'Shower Head / Hand Shower': 'dusche, duschkopf, handbrause, brause, ducha, alcachofa de ducha',
  'Shower Door / Glass': 'duschkabine, duschwand, mampara',
  'Water Heater': 'durchlauferhitzer, warmwasserspeicher, calentador',
  'Floor Tile': 'bodenfliese, baldosa',
  'Wall Tile': 'fliese, azulejo',
  Window: 'fenster, ventana',
  'Blinds & Shades': 'rollo, jalousie, plissee, persiana',
  'Curtains & Drapery': 'vorhang, gardine, cortina',
}

/** Of so many letters a word also ends others, as German joins them. */
const ENDS_OTHERS = 6

const TERMS = Object.entries(WORDS).flatMap(([name, words]) =>
  words.split(', ').map((word) => {
    const before = word.length < ENDS_OTHERS ? '' : '[a-z]*'
    return { name, word, pattern: new RegExp(`\\b${before}${word}e?[ns]?\\b`) }
  }),
)

/** The shipped subcategory that a German or Spanish name means, by the first such word in it, the longest of several. */
export const englishOf = (name: string): string | undefined => {
  const text = foldedWords(name).join(' ')
  const found = TERMS.flatMap((term) => {
    const at = text.search(term.pattern)
    return at < 0 ? [] : [{ ...term, at }]
  })
  return found.toSorted((one, other) => one.at - other.at || other.word.length - one.word.length)[0]?.name
}
