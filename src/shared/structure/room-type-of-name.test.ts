import { expect, test } from 'vitest'
import structure from '../../server/structure/default-structure.json' with { type: 'json' }
import { roomTypeOfName, wholeHouseType } from './room-type-of-name.ts'
import { ROOM_WORDS } from './room-words.ts'

const typesOf = (...names: string[]) => names.map((roomTypeName) => ({ roomTypeName }))
const SHIPPED = typesOf(...Object.keys(structure.roomTypes))

const NAMES: Record<string, string> = {
  Kitchen: `kitchen | Kitchen 2 | KITCHEN | Pantry | Butler's Pantry | Kitchen / Dining | Kitchen & Living | Wet Bar | Basement Kitchen |
    Küche | Kueche | Sommerküche | Speisekammer | Küche, Erdgeschoss | Cocina | COCINA PRINCIPAL | Despensa | Cocina comedor`,
  Bathroom: `Primary Bath | Hall Bath | Basement Bathroom | Powder Room | Master Bath | Bath – Upstairs Hall | Jack and Jill Bathroom |
    Bathroom off Kitchen | Ensuite | Half Bath | WC | Men's Room | Bad | Gästebad | Gäste-WC | Badezimmer oben | Bad im Keller |
    Kinderbad | Baño principal | Bano | BAÑO 2 | Cuarto de baño | Baño del dormitorio | Aseo | Ｂａｔｈ`,
  Bedroom: `Bedroom 2 | Bedrooms | Nursery | Guest Room | Master Suite | Closet | Walk-in Closet | Primary | Kids' Room | Ana's Room |
    Schlafzimmer 2 | Gästezimmer | Gaestezimmer | Kinderzimmer | Zimmer 3 | Ankleide | Dormitorio | Recámara principal | Habitación |
    habitacion de invitados | Cuarto de invitados | Vestidor`,
  'Living Room': `Living | Living/Dining | Den | Family Room | Great Room | Media Room | Sunroom | Loft | Home Theater | Wohnzimmer |
    Stube | Wintergarten | Salón | Sala de estar | Sala`,
  'Dining Room': 'Dining Room | dining | Breakfast Nook | Esszimmer | Eßzimmer | ESSBEREICH | Comedor',
  'Laundry / Utility': `Laundry | Laundry Room | Utility Closet | Mechanical Room | Attic | Basement | Storage | Waschküche | Keller |
    Weinkeller | Hauswirtschaftsraum | Dachboden | Lavandería | Cuarto de lavado | Cuarto de máquinas | Sótano | Trastero`,
  Garage: 'Garage | 2-Car Garage | Garage Storage | Workshop | Doppelgarage | Werkstatt | Garaje | Taller',
  Office: 'Office | Home Office | Study | Library | Arbeitszimmer | Büro | Buero | Oficina | Despacho | Estudio',
  'Hall / Stairs': `Entry | Foyer | Landing | Mudroom | Mud Room | Hallway | Upstairs Hall | Stairs | Back Stairs | Hall Closet | Flur |
    Diele | Eingang | Treppenhaus | Kellertreppe | Pasillo | Recibidor | Entrada | Escaleras`,
  Exterior: `Patio | Shed | Deck | Front Porch | Backyard | Pool House | Outdoor Kitchen | Garten | Dachterrasse | Balkon | Fassade |
    Jardín | Terraza de la cocina | Patio trasero`,
  'Whole House': 'Whole House | House | Guest House | Haus | Toda la casa',
}

test.each(Object.entries(NAMES).flatMap(([type, names]) => names.split(/\s*\|\s*/).map((name) => [name, type])))(
  'a room called %s gets the type %s',
  (name, type) => {
    expect(roomTypeOfName(SHIPPED, name ?? '')?.roomTypeName).toBe(type)
  },
)

test.each(['Annex', 'Room 101', '', '客厅', 'Marshall', 'Carpentry', 'Residence', 'Badminton'])(
  'the name "%s" suggests no room type',
  (name) => {
    expect(roomTypeOfName(SHIPPED, name)).toBeUndefined()
  },
)

test('every shipped room type has its words', () => {
  expect(Object.keys(ROOM_WORDS)).toEqual(Object.keys(structure.roomTypes))
})

test.each([
  ['Wine Cellar 2', ['Laundry / Utility', 'Wine Cellar'], 'Wine Cellar'],
  ['Home Theater', ['Living Room', 'Theater'], 'Theater'],
  ['Music Studio', ['Kitchen', 'Music Room'], 'Music Room'],
  ['Kitchen', ['Cookery', 'Küche'], 'Küche'],
  ['Pantry', ['Bathroom', 'Cocina'], 'Cocina'],
  ['Pantry', ['Bathroom', 'Wet Room'], undefined],
  ['Sun Room', ['Dining Room'], undefined],
])('a room called %s where there are only %j gets the type %s', (name, types, type) => {
  expect(roomTypeOfName(typesOf(...types), name)?.roomTypeName).toBe(type)
})

test('the type of the whole house is found by its name, in any of the languages', () => {
  expect(wholeHouseType(SHIPPED)?.roomTypeName).toBe('Whole House')
  expect(wholeHouseType(typesOf('Küche', 'Ganzes Haus'))?.roomTypeName).toBe('Ganzes Haus')
  expect(wholeHouseType(typesOf('Kitchen'))).toBeUndefined()
})
