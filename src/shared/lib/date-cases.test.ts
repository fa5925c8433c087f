import { expect, test } from 'vitest'
import { readEnd } from './expiry-dates.ts'

/** What people and programs write under Warranty Expires, by the day that it is for an item bought on January 31, 2024. */
const WRITTEN: Record<string, readonly string[]> = {
  '2029-12-31': [
    ...['until 12/31/2029', 'Expires 12/31/2029', '31.12.2029', '31/12/2029', '12/31/29', '12/31/2029'],
    ...['12/31/2029 0:00', '12/31/2029 12:00:00 AM', '2029-12-31 00:00:00', '2029-12-31T00:00:00Z'],
    ...['2029-12-31T23:00:00-05:00', '31-Dec-29', '2029/12/31', '20291231', 'Dec. 31st, 2029'],
    ...['31st of December 2029', '31 décembre 2029', '31 Dezember 2029', '31. Dezember 2029'],
    ...['2029年12月31日', '2029년 12월 31일', '２０２９/１２/３１', '٣١/١٢/٢٠٢٩', 'Dienstag, 31. Dezember 2029'],
    ...['Mon 31 Dec 2029', 'Monday, December 31, 2029', 'December 31 2029, 5pm'],
  ],
  '2031-01-30': [...['2031‑01‑30', '2031–01–30', '30 Jan 2031.', 'Jan 30,2031', '30JAN2031', '30Jan2031']],
  '2029-12': ["Dec '29", '12-2029', '12/2029', '2029/12'],
  '2031-01': ['Jan2031'],
  '2031-05-05': ['5/5/2031'],
  '2028-02-29': ['Feb 29 2028'],
  '1970-01-01': ['1/1/1970'],
  '2099-12-31': ['12/31/2099'],
  '2199-12-31': ['2199-12-31'],
  '2029-01-31': ['5 years', '60 months'],
  '2026-01-31': ['2 years from purchase', '24 mo.'],
  '2034-01-31': ['10 yr'],
  '2027-01-31': ['3Y'],
  ambiguous: ['31.12.29', '03/04/2031', '03.04.2031', '3.4.31', '04-03-2031', '04-03-31'],
  unreadable: [
    ...['Lifetime', 'Limited lifetime', 'N/A', 'none', 'expired', '12/31/2029 (registered)', '12/31/2029 extended'],
    ...['~12/2029', 'ca. 2030', 'end of 2029', 'Q3 2030', '2030-W05', 'Dec-29', '29-Dec', 'Dec 29', '12/29'],
    ...['2/29/2027', 'Feb 30 2028', '31.04.2030', '31 грудня 2029', '31 декабря 2029', '12/31/9999', '9999-12-31'],
    ...['2200-01-01', '31/12/2569'],
  ],
}

test.each(Object.entries(WRITTEN))('is %s, or is asked for, or stays as it is written', (right, texts) => {
  const bought = [{ label: 'Purchase Date', text: '2024-01-31' }]
  for (const text of texts) {
    const read = readEnd(text, bought)
    expect(read.is === 'date' ? read.iso : read.is, text).toBe(right)
  }
})
