interface RoomWords {
  en: string
  /** Also as the end of a longer word: 'küche' is in 'Sommerküche'. */
  de: string
  es: string
  /** Count only if no other word does: a basement bath and a hall closet are no storage. */
  vague?: string
}

/** What rooms are called in English, German and Spanish, by the shipped room types; the plainest words come first. */
export const ROOM_WORDS: Readonly<Record<string, RoomWords>> = {
  Kitchen: {
    en: 'kitchen, kitchenette, galley, pantry, scullery, larder, bar',
    de: 'küche, speisekammer, vorratskammer, vorratsraum',
    es: 'cocina, cocineta, despensa, alacena',
  },
  Bathroom: {
    en: `bathroom, bath, powder room, powder, half bath, ensuite, en suite, wc, toilet, lavatory, restroom, rest room, washroom,
      shower, wet room, men s room, women s room, sauna, spa`,
    de: 'badezimmer, bad, dusche, duschraum, klo, toilette, waschraum',
    es: 'baño, aseo, ducha, tocador',
  },
  Bedroom: {
    en: `bedroom, bed room, nursery, guest room, guestroom, dressing room, dressing area, wardrobe, walk in closet, bunk room,
      sleeping porch`,
    de: 'schlafzimmer, kinderzimmer, gästezimmer, schlafraum, ankleide, ankleidezimmer',
    es: 'dormitorio, recámara, alcoba, habitación, vestidor',
    vague: `closet, suite, master, primary, guest, kid, child, children, boy, girl, baby, teen, s room, zimmer, eltern, kinder, gäste,
      gast, cuarto, invitado, huésped, niño, niña`,
  },
  'Living Room': {
    en: `living room, living, family room, great room, den, lounge, parlor, parlour, sitting room, sitting area, media room, theater,
      theatre, cinema, game room, games room, rec room, recreation room, playroom, play room, bonus room, sunroom, sun room, solarium,
      conservatory, garden room, loft, gym, fitness, exercise room, drawing room, front room, music room`,
    de: `wohnzimmer, stube, wohnbereich, wohnraum, wohnen, wintergarten, hobbyraum, spielzimmer, kaminzimmer, fitnessraum, partykeller,
      hobbykeller`,
    es: 'salón, estar, gimnasio, juegos, cine',
    vague: 'family, sala, estancia',
  },
  'Dining Room': {
    en: 'dining room, dining, breakfast nook, breakfast room, breakfast, dinette',
    de: 'esszimmer, essbereich, speisezimmer, essplatz, essecke, essen',
    es: 'comedor, antecomedor, desayunador',
  },
  'Laundry / Utility': {
    en: `laundry, utility, utility room, utility closet, mechanical, boiler room, furnace room, ironing room, server room, hvac,
      network closet, water heater closet`,
    de: `hauswirtschaftsraum, waschküche, hwr, technikraum, haustechnik, technik, heizraum, heizungsraum, heizungskeller, waschkeller,
      trockenraum, bügelzimmer`,
    es: 'lavandería, lavadero, lavado, plancha, máquinas, caldera',
    vague: `basement, attic, cellar, crawl space, crawlspace, storage, store room, storeroom, box room, keller, dachboden, speicher, spitzboden,
      abstellraum, abstellkammer, kammer, lagerraum, lager, sótano, ático, desván, buhardilla, bodega, trastero, servicio`,
  },
  Garage: {
    en: 'garage, carport, workshop',
    de: 'garage, werkstatt, stellplatz',
    es: 'garaje, cochera, taller, estacionamiento',
  },
  Office: {
    en: `office, study, library, studio, workspace, work room, workroom, craft room, sewing room, classroom, schoolroom`,
    de: 'arbeitszimmer, büro, bibliothek, atelier, lesezimmer, nähzimmer, arbeitsraum, homeoffice',
    es: 'oficina, despacho, estudio, biblioteca, costura',
  },
  'Hall / Stairs': {
    en: `hall, stair, hallway, stairway, staircase, stairwell, entry, entryway, entrance, foyer, vestibule, lobby, landing, corridor,
      passage, passageway, mudroom, mud room, boot room, cloakroom, coat closet, linen closet, elevator`,
    de: 'flur, diele, gang, treppe, treppenhaus, eingang, eingangsbereich, windfang, garderobe, vorraum, vorzimmer, korridor, aufzug',
    es: 'pasillo, recibidor, entrada, escalera, vestíbulo, zaguán, rellano, corredor, ascensor',
  },
  Exterior: {
    en: `exterior, outside, outdoor, outdoors, deck, porch, yard, backyard, courtyard, garden, shed, pool, pool house, driveway, roof,
      rooftop, balcony, terrace, veranda, verandah, lanai, pergola, gazebo, lawn, barn, greenhouse, facade, fence, landscape, grounds,
      outdoor kitchen, outdoor shower, outdoor living, exterior stair, walkway`,
    de: `außen, außenbereich, außenküche, garten, terrasse, balkon, loggia, hof, schuppen, gartenhaus, gartenhütte, gewächshaus, dach,
      fassade, einfahrt, schwimmbad, zaun`,
    es: `patio, exterior, jardín, terraza, balcón, porche, cobertizo, piscina, alberca, azotea, tejado, techo, fachada, caseta,
      invernadero`,
  },
  'Whole House': {
    en: 'whole house, whole home, guest house, guesthouse',
    de: 'ganzes haus, gesamtes haus',
    es: 'toda la casa, casa entera',
    vague: 'house, home, general, haus, wohnung, apartment, casa, vivienda, piso',
  },
}
