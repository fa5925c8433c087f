/** How much a run of `npm run bench` measures. */
export interface Size {
  /** Homes, rooms of each and items of each of one user, and the items of others. Each call is measured for `seconds`. */
  calls: { homes: number; rooms: number; items: number; manyHomes: number; others: number; seconds: number }
  /** Of one project that is copied, downloaded and imported. */
  copies: { rooms: number; items: number; attachments: number; rounds: number; sheetRows: number }
  /** Of one project that is printed; `atOnce` papers are requested together. */
  papers: { rooms: number; items: number; pictures: number; books: number; atOnce: number }
}

/** The figures of docs/performance.md. */
export const FULL: Size = {
  calls: { homes: 25, rooms: 10, items: 40, manyHomes: 200, others: 1_000_000, seconds: 4 },
  copies: { rooms: 25, items: 5000, attachments: 3000, rounds: 5, sheetRows: 5000 },
  papers: { rooms: 25, items: 400, pictures: 300, books: 5, atOnce: 50 },
}

/** Proves that every measurement still runs; its figures mean nothing. */
export const SMOKE: Size = {
  calls: { homes: 2, rooms: 2, items: 3, manyHomes: 3, others: 500, seconds: 0 },
  copies: { rooms: 2, items: 20, attachments: 10, rounds: 1, sheetRows: 20 },
  papers: { rooms: 2, items: 6, pictures: 3, books: 1, atOnce: 2 },
}
