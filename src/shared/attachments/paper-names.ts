/**
 * Classifies files by name: words of the supported date languages at the beginning of a word, after any signs or
 * digits. The patterns work the same in JavaScript and in PostgreSQL.
 */

const anyOf = (...words: readonly string[]): string => `(^|[^a-z])(${words.join('|')})`

const RECEIPT = [
  ...['receipt', 'invoice', 'bill([^a-z]|$)', 'rechnung', 'quittung', 'kassen(bon|zettel)', 'kaufbeleg', 'facture'],
  ...['re[cç]u([^a-z]|$)', 'factura', 'recibo', 'fattura', 'ricevuta', 'scontrino', 'fatura', 'factuur', 'kassabon'],
  ...['kvitto', 'kvittering', 'faktura', 'rachunek'],
] as const
const MANUAL = [
  ...['manual', 'guide', 'instru[cçk]', 'handbook', '[a-z]*anleitung', '(benutzer)?handbuch', 'manuel', 'notice'],
  ...['mode.d.emploi', 'istruzioni', 'handleiding', 'gebruiksaanwijzing', 'bru[kg]sanvisning'],
] as const
/** Not a manual: another kind of paper, or a name that says nothing. */
const OTHER = [
  ...RECEIPT,
  ...['warrant', 'guarant', 'permit', 'quote', 'estimate', 'contrac?t', 'garanti', 'garanz', 'angebot', 'vertrag'],
  ...['genehmigung', 'devis', 'presupuesto', 'preventivo', 'offerte', 'scan', 'img', 'image', 'photo', 'foto'],
  ...['document', 'dokument', 'untitled', 'doc([^a-z]|$)'],
] as const

export const SAYS = { manual: anyOf(...MANUAL), receipt: anyOf(...RECEIPT), other: anyOf(...OTHER) } as const

/** Lowercases only A-Z, so that all engines do the same. */
export const smallLetters = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

export const says = (what: keyof typeof SAYS, name: string): boolean => new RegExp(SAYS[what]).test(smallLetters(name))
