import type { ColumnKind } from '../../../../shared/exchange/sheets.api.ts'

/** Words that count things: 'Model #', 'Model No.', 'Modell-Nr.' and 'Nº de modelo' are all of a number. */
const NUMBER = /^(?:no|nr|num|numero|nummer|n)$/

/**
 * A title in the form in which titles are compared: 'HB.serial_number', 'SerialNumber', and 'Serial No.:' are 'serial number'.
 */
export const plainTitle = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .trim()
    .replace(/^HB\.(?:field\.)?/i, '')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll('#', ' number ')
    .replace(/\bs\s*\/\s*n\b/g, 'serial number')
    .replace(/(\p{L})\.(?=\p{L}\b)/gu, '$1')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => (NUMBER.test(word) ? 'number' : word))
    .join(' ')

const listed = (titles: string): string[] => titles.split(',').map((title) => plainTitle(title))

/** By kind the titles of other lists in English, German, and Spanish. The plainest come first. */
const COLUMNS: readonly (readonly [ColumnKind, readonly string[]])[] = [
  [
    'room',
    listed(
      `room, room name, rooms, area, space, location, storage location, item location, location name, zone, Raum, Räume, Zimmer,
      Raumname, Ort, Standort, Bereich, Lagerort, habitación, cuarto, estancia, sala, ubicación, lugar, zona, where`,
    ),
  ],
  [
    'subcategory',
    listed(
      `sub category, sub categories, subcategories, item type, product type, asset type, item name, asset name, product name,
      product, fixture, what, kind, item, type, description of item, asset, Unterkategorie, Gegenstand, Artikel, Bezeichnung,
      Produkt, Was, Art, Produktname, subcategoría, artículo, elemento, objeto, producto, tipo, nombre, name`,
    ),
  ],
  [
    'category',
    listed('category, categories, group, section, product group, Kategorie, Gruppe, categoría, grupo, sección'),
  ],
  [
    'notes',
    listed(
      `notes, note, remarks, remark, comments, comment, Notizen, Notiz, Bemerkung, Bemerkungen, Anmerkung, Anmerkungen,
      Kommentar, Hinweis, notas, nota, observaciones, comentarios, comentario`,
    ),
  ],
]

/** The same of labels, by those that may have the values. The first that exists gets them. */
const LABELS: readonly (readonly [names: readonly string[], titles: readonly string[]])[] = [
  [
    ['Brand', 'Manufacturer'],
    listed(
      `make, maker, mfr, mfg, manufacturer, brand name, brand, brand manufacturer, manufacturer brand, make brand, manufacturer name,
      manufacturer vendor, Hersteller, Marke, Fabrikat, marca, fabricante`,
    ),
  ],
  [
    ['Model Number', 'Model'],
    listed(
      `model, model number, model name, model code, part number, product code, sku, Modell, Modell Nr,
      Modellnummer, Modellbezeichnung, Typ, Artikel Nr, Artikelnummer, modelo, número de modelo, referencia`,
    ),
  ],
  [
    ['Serial Number'],
    listed(`serial, serial number, sn, serial code, Seriennummer, Serien Nr, Fabriknummer, número de serie, serie`),
  ],
  [['Color / Finish'], listed('finish color, color finish, finish colour')],
  [
    ['Color Code'],
    listed('color code, colour code, color number, colour number, Farbcode, Farbnummer, código de color'),
  ],
  [['Color Name', 'Color'], listed('color, colour, color name, colour name, Farbe, Farbton, color de pintura')],
  [['Finish'], listed('finish, Oberfläche, acabado')],
  [
    ['Supplier'],
    listed(
      `supplier, vendor, store, dealer, retailer, seller, shop, source, bought at, bought from, purchased from, purchased at,
      purchase from, where purchased, where bought, shopping location, Händler, Haendler, Lieferant, Geschäft, Gekauft bei,
      Verkäufer, proveedor, tienda, comprado en, vendedor, distribuidor`,
    ),
  ],
  [
    ['Purchase Date'],
    listed(
      `purchase date, date of purchase, date purchased, purchased, purchased on, purchased date, purchase time, bought, bought on,
      date bought, date acquired, acquired, acquisition date, Kaufdatum, Gekauft am, Gekauft, Anschaffungsdatum, Anschaffung,
      fecha de compra, fecha de adquisición, comprado el`,
    ),
  ],
  [
    ['Warranty Expires'],
    listed(
      `warranty expires, warranty expiration, warranty expiration date, warranty expiry, warranty expiry date, warranty end,
      warranty ends, warranty end date, warranty until, expiration date, expiry date, expires, warranty, guarantee,
      guarantee until, Garantie bis, Garantieende, Garantieablauf, Garantie, Gewährleistung bis, Gewährleistung,
      garantía hasta, fin de garantía, vencimiento de la garantía, vencimiento de garantía, garantía`,
    ),
  ],
  [
    ['Date Installed'],
    listed(
      `date installed, installed, installed on, install date, installation date, Einbaudatum, Eingebaut, Eingebaut am,
      Installiert am, instalado, fecha de instalación`,
    ),
  ],
  [['Quantity'], listed('quantity, qty, Menge, Anzahl, Stückzahl, Stück, cantidad, unidades')],
  [
    ['Size', 'Dimensions'],
    listed('size, dimensions, measurements, Größe, Maße, Abmessungen, tamaño, medidas, dimensiones'),
  ],
  [['Material'], listed('material, materials')],
  [['Installer'], listed('installer, installed by, Installateur, Eingebaut von, instalador, instalado por')],
]

/** Whether a title means the same in a group of any name: 'Brand' of 'Product Brand', but not 'Name' of 'Installer Name'. */
export const saysByItself = (title: string): boolean =>
  labelsCalled(title).length > 0 || /^(?:room|room name|notes?|category|sub category|item)$/.test(plainTitle(title))

/** Titles of rooms that are numbered: of such columns '101' and '12B' are names. */
const NUMBERED_ROOM =
  /^(?:(?:room|unit|apartment|apt|flat|suite|raum|zimmer|wohnung|habitacion|cuarto|apartamento|departamento|piso) number|number de (?:habitacion|cuarto|apartamento|departamento|piso)|unit|apartment|apt|flat|suite|wohnung|(?:raum|zimmer|wohnungs)nummer|apartamento|departamento|piso)$/
export const saysNumberedRoom = (title: string): boolean => NUMBERED_ROOM.test(plainTitle(title))

/** How plainly a title says so: 0 the plainest, -1 not at all. */
export const saysColumn = (title: string, kind: ColumnKind): number =>
  COLUMNS.find(([is]) => is === kind)?.[1].indexOf(plainTitle(title)) ?? -1

export const columnCalled = (title: string): ColumnKind | undefined => {
  const plain = plainTitle(title)
  return COLUMNS.find(([, titles]) => titles.includes(plain))?.[0]
}

/** The labels that may have the values of a column of this title. */
export const labelsCalled = (title: string): readonly string[] => {
  const plain = plainTitle(title)
  return LABELS.find(([, titles]) => titles.includes(plain))?.[0] ?? []
}

/** 'Warranty (Months)', 'Garantie in Jahren': of such columns the numbers are lengths. */
const LENGTH_OF_WARRANTY =
  /^(?:warranty|guarantee|garantie|gewahrleistung|garantia) (?:(?:length|lengths|duration|period|term|dauer|in|en) )*(months?|years?|monate?n?|jahre?n?|meses|anos)$/

/** 'months' of a title that says in what the length of a warranty is counted. */
export const unitOfWarranty = (title: string): 'months' | 'years' | undefined => {
  const [, unit] = LENGTH_OF_WARRANTY.exec(plainTitle(title)) ?? []
  return unit === undefined ? undefined : /^m/.test(unit) ? 'months' : 'years'
}
