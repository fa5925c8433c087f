/** How much a run of `npm run bench` measures. */
export interface Size {
  connections: number
  rounds: number
  roundSeconds: number
  /** Of one project that is copied, downloaded and imported. */
  copies: { rooms: number; items: number; attachments: number; rounds: number; sheetRows: number }
  /** Of one project that is printed; `atOnce` papers are requested together. */
  papers: { rooms: number; items: number; pictures: number; books: number; atOnce: number }
  search: { items: number; homes: number; manyHomes: number; others: number; rounds: number; listSeconds: number }
}

/** The figures of docs/performance.md. */
export const FULL: Size = {
  connections: 10,
  rounds: 5,
  roundSeconds: 2,
  copies: { rooms: 25, items: 5000, attachments: 3000, rounds: 5, sheetRows: 5000 },
  papers: { rooms: 25, items: 400, pictures: 300, books: 5, atOnce: 50 },
  search: { items: 10_000, homes: 25, manyHomes: 200, others: 1_000_000, rounds: 6, listSeconds: 5 },
}

/** Proves that every measurement still runs; its figures mean nothing. */
export const SMOKE: Size = {
  connections: 2,
  rounds: 1,
  roundSeconds: 1,
  copies: { rooms: 2, items: 20, attachments: 10, rounds: 1, sheetRows: 20 },
  papers: { rooms: 2, items: 6, pictures: 3, books: 1, atOnce: 2 },
  search: { items: 100, homes: 2, manyHomes: 3, others: 500, rounds: 2, listSeconds: 1 },
}
