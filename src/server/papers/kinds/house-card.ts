import { traitsOf } from '../../../shared/structure/label-kinds.ts'
import type { EmergencyEntry, EmergencyGroup } from '../../../shared/items/emergency.api.ts'
import { columnOfLabel } from '../../../shared/structure/label-columns.ts'
import type { LeftOut } from '../../../shared/papers/papers.api.ts'
import { phoneLink } from '../../../shared/contract/phone-link.ts'
import { isNorthAmerican } from '../../../shared/papers/default-paper-size.ts'
import type { PaperMaking, PaperOf } from '../paper-of.ts'
import type { Printed } from '../paper-process.ts'
import { addressOf, dateOf, inWords } from '../values.ts'

/** The data of papers/house-card.typ beyond that of all papers. */
interface HouseCard {
  date: string
  /** Empty if unknown; the card then has a blank line. */
  address: string
  /** The number of fire department and ambulance; empty if unknown, like the address. */
  emergencyNumber: string
  parts: Part[]
  contacts: Contact[]
  moreContacts: number
  /** Usual contacts that are not recorded; each gets a blank line for name and number. */
  usualContacts: string[]
  qr: number | null
}

/** Shut-offs of one utility, or alarms. */
interface Part {
  name: string
  icon: 'water' | 'electricity' | 'gas' | 'alarms'
  things: Thing[]
  /** How many further things the card leaves out. */
  more: number
}

interface Thing {
  what: string
  where: string
  /** Set if `where` says more than the room. */
  room: string
  note: string
  /** Further values. */
  details: string
  picture: number | null
}

interface Contact {
  role: string
  name: string
  about: string
  phones: { text: string; href: string }[]
}

/** In millimeters, as papers/house-card.typ places them. */
const PICTURE: Printed = { width: 38, height: 36 }

/** A page has no room for more. */
const MOST_THINGS = 12
const MOST_CONTACTS = 16

/** In the US and Canada. */
const NORTH_AMERICAN_NUMBER = '911'

const GAS = /\b(gas|propane)\b/i
const ROLE = /\b(trade|role|profession)\b/i
const NAME = /\bname\b/i
/** Needed for orders, but useless in an emergency. */
const OF_ORDERS = /\b(brand|manufacturer|model|serial|license)\b/i
const USUAL_CONTACTS: readonly (readonly [role: string, said: RegExp])[] = [
  ['Plumber', /plumb/i],
  ['Electrician', /electric/i],
  ['Gas', /\b(gas|propane)\b/i],
  ['Heating', /\b(heating|hvac|boiler|furnace)\b/i],
  ['Neighbor with a Key', /\b(neighbou?r|key)\b/i],
]

const groupIn = (groups: readonly EmergencyGroup[], kind: EmergencyGroup['emergency']) => {
  const found = groups.find(({ emergency }) => emergency === kind)
  return { entries: found?.entries ?? [], more: found?.more ?? 0 }
}

/** The parts of the card in order. Valves that say they shut off gas are listed under gas. */
const partsOf = (groups: readonly EmergencyGroup[]) => {
  const valves = groupIn(groups, 'valve')
  const gas = groupIn(groups, 'gas')
  const isForGas = ({ what }: EmergencyEntry) => GAS.test(what)
  return [
    { name: 'Water & Valves', icon: 'water', ...valves, entries: valves.entries.filter((valve) => !isForGas(valve)) },
    { name: 'Electricity', icon: 'electricity', ...groupIn(groups, 'panel') },
    { name: 'Gas', icon: 'gas', ...gas, entries: [...gas.entries, ...valves.entries.filter(isForGas)] },
    { name: 'Alarms', icon: 'alarms', ...groupIn(groups, 'alarm') },
  ] as const
}

/** Remotes of the pictures on a card: the first thing of each part has one. */
export const picturesOnCard = (groups: readonly EmergencyGroup[]): string[] =>
  partsOf(groups).flatMap(({ entries }) => entries[0]?.picture ?? [])

/** Further values that are useful in an emergency. */
const detailsOf = ({ what, where, phones, values }: EmergencyEntry, without: readonly LeftOut[]) =>
  values.filter(({ label, value, kind }) => {
    const column = columnOfLabel(label)?.column
    return !(
      `, ${what}, `.includes(`, ${value}, `) ||
      value === where ||
      phones.some((phone) => value.includes(phone)) ||
      column === 'date' ||
      column === 'warranty' ||
      OF_ORDERS.test(label) ||
      (without.includes('prices') && traitsOf(kind).isPrice)
    )
  })

/** Values with their labels on one line. Names and roles need no label. */
const underLabels = (values: EmergencyEntry['values']): string[] =>
  values.map(({ label, value }) => (NAME.test(label) || ROLE.test(label) ? value : `${label}: ${value}`))

const noteOf = ({ note }: EmergencyEntry, without: readonly LeftOut[]): string =>
  without.includes('notes') ? '' : note.trim()

const thingOf = (of: PaperOf, entry: EmergencyEntry, isFirst: boolean): Thing => {
  const { without = [] } = of.query
  const { what, where, roomName, picture } = entry
  return {
    ...{ what, where, note: noteOf(entry, without) },
    room: where === roomName ? '' : roomName,
    details: underLabels(detailsOf(entry, without)).join(' · '),
    picture: isFirst && picture !== null ? of.pictureOf(picture, PICTURE) : null,
  }
}

const contactOf = (entry: EmergencyEntry, without: readonly LeftOut[]): Contact => {
  const { what, subCatName, phones, values } = entry
  const known = values.filter(({ value }) => `, ${what}, `.includes(`, ${value}, `))
  const role = known.find(({ label }) => ROLE.test(label))
  const name = known.filter((one) => one !== role).map(({ value }) => value)
  const about = [noteOf(entry, without), ...underLabels(detailsOf(entry, without))]
  return {
    role: role?.value ?? (what === subCatName ? '' : subCatName),
    name: name.length > 0 || role ? name.join(', ') : what,
    about: about.filter((text) => text !== '').join(' · '),
    phones: phones.map((text) => ({ text, href: phoneLink(text) })),
  }
}

const usualContacts = (contacts: readonly EmergencyEntry[]): string[] => {
  const allText = contacts
    .flatMap(({ what, note, values }) => [what, note, ...values.map(({ value }) => value)])
    .join(' ')
  return USUAL_CONTACTS.flatMap(([role, words]) => (words.test(allText) ? [] : [role]))
}

/** The house card: emergency information on one page, with blank lines for what is not recorded. */
export const HOUSE_CARD: PaperMaking = {
  template: 'house-card.typ',
  reads: 'emergency',
  forLinks: true,
  hasPictures: ({ without = [] }) => !without.includes('pictures'),
  hasMarks: false,
  suits: () => false,
  make: (of) => {
    const { without = [] } = of.query
    const groups = of.emergency.map((group) => ({
      ...group,
      entries: group.entries.map(({ values, ...entry }) => ({
        ...entry,
        values: values.map((one) => ({ ...one, value: inWords(one.value, one.kind, of.size) })),
      })),
    }))
    const contacts = groupIn(groups, 'contact')
    const card: HouseCard = {
      date: dateOf(of, of.now),
      address: addressOf(of.project).join(', '),
      emergencyNumber: isNorthAmerican(of.project) ? NORTH_AMERICAN_NUMBER : '',
      parts: partsOf(groups).map(({ name, icon, entries, more }) => ({
        ...{ name, icon },
        things: entries.slice(0, MOST_THINGS).map((entry, at) => thingOf(of, entry, at === 0)),
        more: more + Math.max(0, entries.length - MOST_THINGS),
      })),
      contacts: contacts.entries.slice(0, MOST_CONTACTS).map((entry) => contactOf(entry, without)),
      moreContacts: contacts.more + Math.max(0, contacts.entries.length - MOST_CONTACTS),
      usualContacts: usualContacts(contacts.entries),
      qr: of.codeOf('home'),
    }
    return { name: 'House Card', data: card }
  },
}
