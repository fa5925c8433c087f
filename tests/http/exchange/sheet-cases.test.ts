import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { checkSheet, importSheet, readSheet, type Matching } from '../../../src/shared/exchange/sheets.api.ts'
import { listItems } from '../../../src/shared/items/items.api.ts'
import { listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { roomTypeID, startTestApp, type Client } from '../../support/test-app.ts'
import { NO_TABLE, tooManyColumns, unreadable } from '../../../src/server/exchange/sheets/reading/xlsx-package.ts'

const refused = (sentence: string) => [`refused: ${sentence}`]

/** `room > subcategory | values | notes` of each item, or why there is none. */
type Right = readonly string[]

const utf16le = (text: string) => Buffer.from(text, 'utf16le')
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const GERMAN =
  'Room;What;Brand;Model;Notes\r\nKüche;Faucet;Castellan;7120;"Äußerst schön, gut; ja"\r\nKüche;Sink;Łódź;0012;zweite\r\n'
const many = (row: string) => row.repeat(30)

/** Texts by what programs and people do in them: encodings, separators, quotation marks, titles and values. */
const TEXTS: Record<string, [file: Buffer | string, right: Right, encoding?: Matching['encoding']]> = {
  'c01 an export of Homebox': [
    'HB.import_ref,HB.location,HB.tags,HB.asset_id,HB.archived,HB.url,HB.name,HB.quantity,HB.insured,HB.notes,HB.purchase_price,HB.purchase_from,HB.purchase_date,HB.manufacturer,HB.model_number,HB.serial_number,HB.lifetime_warranty,HB.warranty_expires,HB.sold_price,HB.field.Filter Size\na1,Home / Kitchen,Appliances; Insured,000-001,false,http://localhost:7745/item/1,Dishwasher,1,true,"Bought with the house.\nSpare key in drawer",899.5,Northgate,2023-04-05,Castellan,CD-4410,004410009871,false,2028-04-05,0,\na2,Home / Basement,HVAC,000-002,false,http://localhost:7745/item/2,Furnace,1,false,,4200,,2019-11-02,Varde,V90,SN-00123,false,2029-11-02,0,16x25x1\na3,Home / Kitchen,,000-003,false,http://localhost:7745/item/3,Faucet,1,false,,0,,0001-01-01,Castellan,7120,,true,0001-01-01,0,\n',
    [
      'Basement > Furnace / Air Handler | Varde / V90 / SN-00123 / 16x25x1 / 2029-11-02 | Name: Furnace; Tags: HVAC; Asset Id: 000-002; Purchase Price: 4200; Purchase Date: 2019-11-02',
      'Kitchen > Dishwasher | Castellan / CD-4410 / 004410009871 / 2023-04-05 / 2028-04-05 | Bought with the house.; Spare key in drawer; Tags: Appliances; Insured; Asset Id: 000-001; Insured: true; Purchase Price: 899.5; Supplier: Northgate',
      'Kitchen > Faucet | Castellan / 7120 / Lifetime | Asset Id: 000-003',
    ],
  ],
  'c02 paths and tags of Homebox': [
    'HB.name,HB.asset_id,HB.location,HB.tags\nFaucet,1,Path / To / Kitchen,L1 ; L2\nSink,000-002,Path /To/ Bath,L1;L2\nToilet,1000-003,Path / To /Bath  ,   L1;   L3',
    [
      'Bath > Sink | Asset Id: 000-002; Tags: L1;L2',
      'Bath > Toilet / Bidet | Name: Toilet; Asset Id: 1000-003; Tags: L1;   L3',
      'Kitchen > Faucet | Asset Id: 1; Tags: L1 ; L2',
    ],
  ],
  'c03 an export of Snipe-IT in Windows-1252, with midnights': [
    latin1(
      '"Category","Purchase Date","Asset Tag","Serial Number","Location","Item Name","Warranty Months","Manufacturer","Model Name"\r\n"Dishwasher",11/27/2017 0:00:00,"1","W17250T9","Kitchen","Café x6860","12","Mitel","IP5304"\r\n"Microwave",11/28/2017 0:00:00,"2","0017250T8","Kitchen","München","12","Mitel","IP5304"\r\n',
    ),
    [
      'Kitchen > Dishwasher | Mitel / IP5304 / W17250T9 / 2017-11-27 / 2018-11-27 | Asset Tag: 1; Item Name: Café x6860',
      'Kitchen > Microwave | Mitel / IP5304 / 0017250T8 / 2017-11-28 / 2018-11-28 | Asset Tag: 2; Item Name: München',
    ],
  ],
  'c04 an export of Snipe-IT with semicolons, decimal commas and days in two orders': [
    'Name;Email;Item Name;Category;Model Name;Manufacturer;Model Number;Serial Number;Asset Tag;Location;Purchase Date;Purchase Cost;Warranty Months\r\n;;"Fake ""A"" with : ! ; characters";Dishwasher;"Fake name, with comma 1";Maker (x);N 1;0012;UH1;Kitchen;04/17/2017;1.234,50;12\r\n;;Fake B;Microwave;M2;Maker;N 2;0013;UH2;Kitchen;17/04/2017;99,90;12\r\n',
    [
      'Kitchen > Dishwasher | Maker (x) / N 1 / 0012 / 2017-04-17 / 2018-04-17 | Item Name: Fake "A" with : ! ; characters; Model: Fake name, with comma 1; Asset Tag: UH1; Purchase Cost: 1.234,50',
      'Kitchen > Microwave | Maker / N 2 / 0013 / 2017-04-17 / 2018-04-17 | Item Name: Fake B; Model: M2; Asset Tag: UH2; Purchase Cost: 99,90',
    ],
  ],
  'c05 blanks after commas, an empty line below the titles, and days that may be two': [
    'Asset TAG ID, DESCRIPTION, PURCHASE DATE, BRAND, COST, SERIAL NO., CATEGORY, LOCATION, DUE DATE, WARRANTY EXPIRATION\n\nA-1, Dishwasher, 3/4/2020, Castellan, 100, 0099, Appliance, Kitchen, , 3/4/2021\n',
    ['asked: 2 days such as 3/4/2020'],
  ],
  'c06 Unicode text of Excel': [
    utf16le(`\ufeff${GERMAN.replaceAll(';', '\t').replace('t\t ja', 't; ja')}`),
    ['Küche > Faucet | Castellan / 7120 | Äußerst schön, gut; ja', 'Küche > Sink | Łódź / 0012 | zweite'],
  ],
  'c07 UTF-16 without a mark': [
    utf16le(GERMAN.replaceAll(';', '\t').replace('t\t ja', 't; ja')),
    ['Küche > Faucet | Castellan / 7120 | Äußerst schön, gut; ja', 'Küche > Sink | Łódź / 0012 | zweite'],
  ],
  'c07b UTF-16 from the large end': [
    utf16le(`\ufeff${GERMAN}`).swap16(),
    ['Küche > Faucet | Castellan / 7120 | Äußerst schön, gut; ja', 'Küche > Sink | Łódź / 0012 | zweite'],
  ],
  'c08 Mac Roman with lines of CR': [
    latin1('Room,What,Brand\rK\x9fche,Faucet,Gr\x9a\xa7e \xd224\xd3\rBad,Sink,\x86ber & S\x9ahne\r'),
    ['Bad > Sink | Über & Söhne', 'Küche > Faucet | Größe “24”'],
    'macintosh',
  ],
  'c08b UTF-8 with lines of CR': [
    'Room,What,Brand\rKüche,Faucet,Größe “24”\rBad,Sink,Über & Söhne\r',
    ['Bad > Sink | Über & Söhne', 'Küche > Faucet | Größe “24”'],
  ],
  'c09 Windows-1251': [
    latin1('Room;What;Brand\r\n\xca\xf3\xf5\xed\xff;Faucet;\xca\xf0\xe0\xed \xe8 \xca\xee\r\n'),
    ['Кухня > Faucet | Кран и Ко'],
    'windows-1251',
  ],
  'c09b Windows-1250': [
    latin1('Room;What;Brand\r\n\xa3azienka;Sink;\x8fr\xf3d\xb3o \x8cnie\xbfka\r\n'),
    ['Łazienka > Sink | Źródło Śnieżka'],
    'windows-1250',
  ],
  'c09c Shift-JIS': [
    latin1('Room,What,Brand\r\n\x97\x81\x8e\xba,Sink,\x93\x8c\x93\xa9\x95\x5c\r\n'),
    ['浴室 > Sink | 東陶表'],
    'shift_jis',
  ],
  'c09d GB18030': [
    latin1('Room,What,Brand\r\n\xb3\xf8\xb7\xbf,Faucet,\xbf\xc6\xc0\xd5\r\n'),
    ['厨房 > Faucet | 科勒'],
    'gb18030',
  ],
  'c13 bars': [
    'Room|What|Brand|Model\nKitchen|Faucet|Castellan, Ltd|7120\nKitchen|Sink|Varde|12\n',
    ['Kitchen > Faucet | Castellan, Ltd / 7120', 'Kitchen > Sink | Varde / 12'],
  ],
  'c14 line breaks of every kind in cells': [
    'Room,What,Brand,Notes\r\nKitchen,Faucet,"Castellan\r\nof Vermont","line 1\nline 2\r\nline 3"\r\nKitchen,Sink,"3"" drain","He said ""no, never"""\r\n',
    [
      'Kitchen > Faucet | Castellan\nof Vermont | line 1; line 2; line 3',
      'Kitchen > Sink | 3" drain | He said "no, never"',
    ],
  ],
  'c15 inches, quoted well and badly': [
    'Room,What,Brand,Size,Notes\nKitchen,Faucet,Castellan,3" x 5",plain inches\nKitchen,Sink,Varde,"24" x 18", deep",bad quoting\nKitchen,Faucet,Varde,"36"" x 24""",good quoting\n',
    [
      'Kitchen > Faucet | Castellan | plain inches; Size: 3" x 5"',
      'Kitchen > Sink | Varde | deep"; Size: "24" x 18"; Column F: bad quoting',
      'Kitchen > Faucet | Varde | good quoting; Size: 36" x 24"',
    ],
  ],
  'c16 titles twice and titles that say nothing': [
    'Room,What,Brand,Brand,,Notes,Notes,\nKitchen,Faucet,Castellan,Varde,x1,n1,n2,y1\nKitchen,Sink,Castellan,,x2,n1,,y2\n',
    [
      'Kitchen > Faucet | Castellan | n1; Brand (2): Varde; Column E: x1; Notes (2): n2; Column H: y1',
      'Kitchen > Sink | Castellan | n1; Column E: x2; Column H: y2',
    ],
  ],
  'c17 sep=;': ['\ufeffsep=;\r\nRoom;What;Brand\r\nKitchen;Faucet;"a;b"\r\n', ['Kitchen > Faucet | a;b']],
  'c17b "sep=;"': ['"sep=;"\r\nRoom;What;Brand\r\nKitchen;Faucet;"a;b"\r\n', ['Kitchen > Faucet | a;b']],
  'c17c SEP=|': [
    'SEP=|\r\nRoom|What|Brand\r\nKitchen|Faucet|Castellan, Ltd\r\n',
    ['Kitchen > Faucet | Castellan, Ltd'],
  ],
  'c17d sep= with a tab, in UTF-16': [
    utf16le('\ufeffsep=\t\r\nRoom\tWhat\tBrand\r\nKitchen\tFaucet\ta\r\n'),
    ['Kitchen > Faucet | a'],
  ],
  'c18 300 empty columns and 1,000 empty rows': [
    `Room,What,Brand${','.repeat(300)}\nKitchen,Faucet,Castellan${','.repeat(300)}\n${',,\n'.repeat(1000)}`,
    ['Kitchen > Faucet | Castellan'],
  ],
  'c19 lines above the titles, and a total below': [
    'Maple Street inventory,,,\nprinted 1/2/2026,,,\n,,,\nRoom,What,Brand,Model\nKitchen,Faucet,Castellan,1\nKitchen,Sink,Varde,2\nTotal,,,2\n',
    ['row 7, Room: looks like a total'],
  ],
  'c20 Table 1 of Numbers': ['Table 1\nRoom,What,Brand\nKitchen,Faucet,Castellan\n', ['Kitchen > Faucet | Castellan']],
  'c22 a table of Airtable': [
    '\ufeffName,Room,Category,Photos,Warranty,Price,Insured,Date added\n"Faucet",Kitchen,"Plumbing,Brass",IMG_1.jpg (https://files.example.com/1/abc),2027-03-04,$129.00,checked,3/4/2026 5:06pm\n"Sink, undermount",Kitchen,,,,"$1,299.00",,3/5/2026 5:06pm\n',
    [
      'Kitchen > Faucet | 2027-03-04 | Category: Plumbing,Brass; Photos: IMG_1.jpg (https://files.example.com/1/abc); Price: $129.00; Insured: checked; Date added: 3/4/2026 5:06pm',
      'Kitchen > Sink | Name: Sink, undermount; Price: $1,299.00; Date added: 3/5/2026 5:06pm',
    ],
  ],
  'c24 formulas that are texts': [
    'Room,What,Model,Serial\nKitchen,Faucet,="00123",="0098765432101234"\nKitchen,Sink,"=""0012""","=""00""""98"""\n',
    ['Kitchen > Faucet | 00123 | Serial Number: 0098765432101234', 'Kitchen > Sink | 0012 | Serial Number: 00"98'],
  ],
  'c25 blanks of every kind at both ends': [
    'Room\u00a0,What\u200b,Brand\nKitchen\u00a0,Faucet\u200b, Castellan\u00a0\n\u00a0Kitchen,Sink,\u200bVarde\n',
    ['Kitchen > Faucet | Castellan', 'Kitchen > Sink | Varde'],
  ],
  'c26 a NUL': [
    'Room,What,Brand\nKitchen,Faucet,Cast\0ellan\nKitchen,Sink,Varde\n',
    ['Kitchen > Faucet | Castellan', 'Kitchen > Sink | Varde'],
  ],
  'c27 nothing': ['', refused(NO_TABLE)],
  'c27b titles alone': ['Room,What,Brand\r\n', refused('This spreadsheet has no rows.')],
  'c27c one column': ['Faucet\nSink\nToilet\n', refused(NO_TABLE)],
  'c27d a mark alone': ['\ufeff', refused(NO_TABLE)],
  'c29 notes of 565 characters': [
    `Room,What,Brand,Notes\nKitchen,Faucet,Castellan,${'How it was fitted. '.repeat(30)}\nKitchen,Sink,Varde,short\n`,
    [
      `Kitchen > Faucet | Castellan | ${'How it was fitted. '.repeat(13)}How … | Values Without a Place.txt`,
      'Kitchen > Sink | Varde | short',
    ],
  ],
  'c30 days of which one says that days come first, and one with dots': [
    'Room;What;Brand;Warranty Expires\nKitchen;Faucet;Castellan;03/04/2027\nKitchen;Sink;Varde;25/12/2027\nKitchen;Dishwasher;Varde;4.3.27\n',
    [
      'Kitchen > Faucet | Castellan / 2027-04-03',
      'Kitchen > Sink | Varde / 2027-12-25',
      'Kitchen > Dishwasher | Varde / 2027-03-04',
    ],
  ],
  'c32 decimal commas between semicolons, and no titles': [
    '12,5;13,5;14,5\n1,5;2,5;3,5\n',
    ['row 2, all: no room given'],
  ],
  'c33 UTF-8 without its last byte': [
    Buffer.from('Room,What,Brand\nKitchen,Faucet,Château\nKitchen,Sink,Łódź').subarray(0, -1),
    ['Kitchen > Faucet | Château', 'Kitchen > Sink | Łód�'],
  ],
  'c34 UTF-8 with one line of Latin-1': [
    Buffer.concat([Buffer.from('Room,What,Brand\nKitchen,Faucet,Château\n'), latin1('Kitchen,Sink,Ch\xe2teau\n')]),
    ['Kitchen > Faucet | Château', 'Kitchen > Sink | Ch�teau'],
  ],
  'c35 line breaks in the name of a room': [
    'Room,What,Brand\n"Master\nBath",Faucet,Castellan\n"Master\r\nBath",Sink,Varde\n',
    ['Master Bath > Faucet | Castellan', 'Master Bath > Sink | Varde'],
  ],
  'c35b a tab in the name of a room': [
    'Room,What,Brand\nMaster\tBath,Faucet,Castellan\n',
    ['Master Bath > Faucet | Castellan'],
  ],
  'c35c marks of direction around the name of a room': [
    'Room,What,Brand\n\u202aKitchen\u202c,Faucet,Castellan\n',
    ['Kitchen > Faucet | Castellan'],
  ],
  'c35d a name of a room that is too long': [
    'Room,What,Brand\nSecond Floor Guest Bathroom (North Wing),Faucet,Castellan\n',
    ['row 2, Room: longer than 32'],
  ],
  'c36 names of things that are no subcategories': [
    'Room,Item Name,Brand\nKitchen,Nordhaus dishwasher under the window,Nordhaus\nKitchen,Varde pull-out faucet,Varde\nKitchen,Faucet,Varde\n',
    [
      'Kitchen > Dishwasher | Nordhaus | Item Name: Nordhaus dishwasher under the window',
      'Kitchen > Faucet | Varde | Item Name: Varde pull-out faucet',
      'Kitchen > Faucet | Varde',
    ],
  ],
  'c36b names with their makers': [
    'Location,Name,Manufacturer,Model Number,Serial Number,Purchase Price,Warranty Expires\nKitchen,Nordhaus Refrigerator LF26,Nordhaus,LF26,0012345,1999.00,2027-01-31\nKitchen,Varde Microwave,Varde,ME18,0099,299.00,2026-05-31\n',
    [
      'Kitchen > Refrigerator | Nordhaus / LF26 / 0012345 / 2027-01-31 | Name: Nordhaus Refrigerator LF26; Purchase Price: 1999.00',
      'Kitchen > Microwave | Varde / ME18 / 0099 / 2026-05-31 | Name: Varde Microwave; Purchase Price: 299.00',
    ],
  ],
  'c37 one room in three spellings': [
    'Room,What,Brand\nKitchen,Faucet,A\nkitchen,Sink,B\nKITCHEN ,Sink,C\n',
    ['Kitchen > Faucet | A', 'Kitchen > Sink | B', 'Kitchen > Sink | C'],
  ],
  'c38 a value that is too long': [
    `Room,What,Brand\nKitchen,Faucet,${'B'.repeat(300)}\n`,
    ['row 2, Brand: longer than 255'],
  ],
  'c39 tabs beside commas, semicolons and quotation marks': [
    'Room\tWhat\tBrand\tNotes\nKitchen\tFaucet\tCastellan, Inc; Ltd\t"He said, ""hi"""\nKitchen\tSink\tVarde\t24" wide\n',
    ['Kitchen > Faucet | Castellan, Inc; Ltd | He said, "hi"', 'Kitchen > Sink | Varde | 24" wide'],
  ],
  'c40 German titles, things and numbers, in Windows-1252': [
    latin1(
      'Raum;Art;Marke;Modell;Seriennummer;Kaufdatum;Preis;Bemerkung\nK\xfcche;Geschirrsp\xfcler;Nordhaus;G 7110;00123456;31.12.2023;1.299,00 \x80;l\xe4uft\nBad;Waschtischarmatur;Varde;Smart;;1.2.2024;99,90 \x80;\n',
    ),
    [
      'Bad > Faucet | Varde / Smart | Art: Waschtischarmatur; Purchase Date: 1.2.2024; Preis: 99,90 €',
      'Küche > Dishwasher | Nordhaus / G 7110 / 00123456 / 2023-12-31 | läuft; Art: Geschirrspüler; Preis: 1.299,00 €',
    ],
  ],
  'c41 the signs that Windows-1252 has beside those of Latin-1': [
    latin1(
      'Room;What;Brand;Model;Notes\r\nKids\x92 Bath;Faucet;\x8akoda \x96 \x8cuvre;7120\x99;1.299,00 \x80 \x93brushed\x94 \x85 \x92s\r\n',
    ),
    ['Kids’ Bath > Faucet | Škoda – Œuvre / 7120™ | 1.299,00 € “brushed” … ’s'],
  ],
  'c41b what was once read as Latin-1, saved as UTF-8': [
    'Room,What,Brand\nKitchen,Faucet,Kids\u0092 \u0080 5\n',
    ['Kitchen > Faucet | Kids’ € 5'],
  ],
  'c42 an export of Warracker': [
    'ProductName,PurchaseDate,IsLifetime,WarrantyDurationYears,WarrantyDurationMonths,WarrantyDurationDays,ExpirationDate,Status,PurchasePrice,SerialNumber,ProductURL,Tags,Vendor\r\nNorthgate Dishwasher ND-4,2023-10-07,FALSE,5,0,0,2028-10-07,Active,64.99,"(01) 0007, (21) 1910",https://example.com/nd4,kitchen,Harbor\r\n',
    [
      'kitchen > Dishwasher | (01) 0007, (21) 1910 / 2023-10-07 / 2028-10-07 | Product Name: Northgate Dishwasher ND-4; Purchase Price: 64.99; Product URL: https://example.com/nd4; Supplier: Harbor',
    ],
  ],
  'c43 rows that are longer than their titles': [
    `Room;What;Brand;Notes\r\n${'Kitchen;Faucet;Castellan;"one, two";\r\n'.repeat(2)}`,
    ['Kitchen > Faucet | Castellan | one, two', 'Kitchen > Faucet | Castellan | one, two'],
  ],
  'c43b commas in each note': [
    `Room;What;Notes\n${many('Kitchen;Faucet;brushed, aged, unlacquered\n')}`,
    Array.from({ length: 30 }, () => 'Kitchen > Faucet | brushed, aged, unlacquered'),
  ],
  'c43c semicolons in each note': [
    `Room,What,Notes\r\n${many('Kitchen,Faucet,"a; b; c"\r\n')}`,
    Array.from({ length: 30 }, () => 'Kitchen > Faucet | a; b; c'),
  ],
  'c43d a semicolon in a name': ['Room,What\r\nKitchen,Faucet\r\n"a;b",Sink\r\n', ['a;b > Sink', 'Kitchen > Faucet']],
  'c44 empty cells below filled ones': [
    'Room,What,Brand,Model\nKitchen,Faucet,A,1\nKitchen,Sink,,\nKitchen,Faucet,"",\n',
    ['Kitchen > Faucet | A / 1', 'Kitchen > Sink', 'Kitchen > Faucet'],
  ],
  'c46 201 columns': [
    `Room,What,${Array.from({ length: 199 }, (_, at) => `c${at}`).join()}\n${'x,'.repeat(200)}x\n`,
    refused(tooManyColumns().message),
  ],
  'x12a a page named XLS': [
    '<html><body><table><tr><td>Room</td><td>What</td></tr></table></body></html>',
    refused(NO_TABLE),
  ],
  'x12b XML of Excel 2003': [
    '<?xml version="1.0"?><Workbook><Worksheet><Table><Row><Cell><Data>Room</Data></Cell></Row></Table></Worksheet></Workbook>',
    refused(NO_TABLE),
  ],
  'x12c a CSV named XLSX': ['Room,What,Brand\nKitchen,Faucet,Castellan\n', ['Kitchen > Faucet | Castellan']],
  'D6 American days, with a midnight and a length': [
    'Room,Sub Category,Model Number,Purchase Date,Warranty Expires\nKitchen,Dishwasher,CD-1,3/4/2025,12/31/2029\nKitchen,Freezer,CF-2,3/4/2025,3/4/2031\nKitchen,Microwave,CM-3,11/5/2024,7/15/2030\nKitchen,Range Hood,CR-4,1/2/2024,12/31/2029 0:00\nKitchen,Cooktop,CC-5,1/2/2024,2 years\n',
    [
      'Kitchen > Dishwasher | CD-1 / 2025-03-04 / 2029-12-31',
      'Kitchen > Freezer | CF-2 / 2025-03-04 / 2031-03-04',
      'Kitchen > Microwave | CM-3 / 2024-11-05 / 2030-07-15',
      'Kitchen > Range Hood | CR-4 / 2024-01-02 / 2029-12-31',
      'Kitchen > Cooktop | CC-5 / 2024-01-02 / 2026-01-02',
    ],
  ],
  'c60 titles in two rows, and a row of units': [
    'Room,Item,Product,,Purchase,,Warranty,\n,,Brand,Model Number,Date,Price,Start,End\n,,,,,(EUR),,\nKitchen,Dishwasher,Brennholt,BDW-60,2026-03-02,899.00,2026-03-02,2031-03-02\nKitchen,Refrigerator,Corvel,CR-7,2026-03-05,1499.00,2026-03-05,2029-03-05\n',
    [
      'Kitchen > Dishwasher | Brennholt / BDW-60 / 2026-03-02 / 2031-03-02 | Purchase Price: 899.00 EUR; Warranty Start: 2026-03-02',
      'Kitchen > Refrigerator | Corvel / CR-7 / 2026-03-05 / 2029-03-05 | Purchase Price: 1499.00 EUR; Warranty Start: 2026-03-05',
    ],
  ],
  'c61 rooms as headings between the rows, on two printed pages': [
    'Item,Brand,Model Number,Notes\nKITCHEN,,,\nDishwasher,Brennholt,BDW-60,left\nPage 1,,,\nItem,Brand,Model Number,Notes\nRefrigerator,Corvel,CR-7,\nLAUNDRY ROOM,,,\nWasher,Corvel,CW-8,\nPage 2,,,\n',
    [
      'KITCHEN > Dishwasher | Brennholt / BDW-60 | left',
      'KITCHEN > Refrigerator | Corvel / CR-7',
      'LAUNDRY ROOM > Washer | Corvel / CW-8',
    ],
  ],
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const STRICT = 'http://purl.oclc.org/ooxml/officeDocument/relationships'

interface Package {
  workbook?: string
  /** Of the sheet, as the workbook names it. */
  target?: string
  prefix?: string
  relationPrefix?: string
  office?: string
  main?: string
  is1904?: boolean
  texts?: string
  formats?: string
  links?: readonly string[]
  merges?: readonly string[]
  /** Hidden sheets, beside the first. */
  hidden?: readonly [name: string, state: string][]
  /** In the names of parts, as some programs on Windows write them. */
  backslashes?: boolean
  dimension?: string
  compress?: boolean
}

/** The sheet data of a workbook, packed as one program or another does. */
const workbookOf = async (rows: string, how: Package = {}): Promise<Buffer> => {
  const { workbook = 'xl/workbook.xml', prefix = '', relationPrefix = '', office = OFFICE, main = MAIN } = how
  const folder = workbook.replace(/[^/]*$/, '')
  const sheet = `${folder}worksheets/sheet1.xml`
  const relations = (...of: readonly [type: string, target: string, rest?: string][]) =>
    `<${relationPrefix}Relationships>${of.map(([type, target, rest = ''], at) => `<${relationPrefix}Relationship Id="r${at}" Type="${office}/${type}" Target="${target}"${rest}/>`).join('')}</${relationPrefix}Relationships>`
  const sheets = [['Sheet1', 'visible'], ...(how.hidden ?? [])]
  const files = {
    '_rels/.rels': relations(['officeDocument', workbook]),
    [workbook]: `<${prefix}workbook xmlns="${main}" xmlns:r="${office}">${how.is1904 ? '<workbookPr date1904="1"/>' : ''}<${prefix}sheets>${sheets.map(([name, state], at) => `<${prefix}sheet name="${name}" state="${state}" r:id="r${at === 0 ? 0 : 3}"/>`).join('')}</${prefix}sheets></${prefix}workbook>`,
    [workbook.replace(/([^/]+)$/, '_rels/$1.rels')]: relations(
      ['worksheet', how.target ?? 'worksheets/sheet1.xml'],
      ['sharedStrings', 'texts.xml'],
      ['styles', 'styles.xml'],
      ['worksheet', 'worksheets/hidden.xml'],
    ),
    [`${folder}texts.xml`]: `<sst>${how.texts ?? ''}</sst>`,
    [`${folder}styles.xml`]: `<styleSheet>${how.formats ?? ''}</styleSheet>`,
    [`${folder}worksheets/hidden.xml`]: `<worksheet xmlns="${main}"><sheetData>${rowOf(1, 'Vendors', 'Statuses')}${rowOf(2, 'Varde', 'Ordered')}</sheetData></worksheet>`,
    [sheet]: `<${prefix}worksheet xmlns="${main}" xmlns:r="${office}">${how.dimension ? `<dimension ref="${how.dimension}"/>` : ''}<${prefix}sheetData>${rows}</${prefix}sheetData>${how.merges ? `<mergeCells>${how.merges.map((cells) => `<mergeCell ref="${cells}"/>`).join('')}</mergeCells>` : ''}${how.links ? `<hyperlinks>${how.links.map((_, at) => `<hyperlink ref="D${at + 2}" r:id="r${at}"/>`).join('')}</hyperlinks>` : ''}</${prefix}worksheet>`,
    [sheet.replace(/([^/]+)$/, '_rels/$1.rels')]: relations(
      ...(how.links ?? []).map((link): [string, string, string] => ['hyperlink', link, ' TargetMode="External"']),
    ),
  }
  const zip = new ZipFile()
  for (const [path, xml] of Object.entries(files))
    zip.addBuffer(Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${xml}`), path, {
      compress: how.compress ?? true,
    })
  zip.end()
  const packed = await buffer(zip.outputStream)
  if (!how.backslashes) return packed
  // yazl refuses such names. Contents are compressed, so only names match.
  const paths = Object.keys(files).sort((a, b) => b.length - a.length)
  const renamed = paths.reduce(
    (text, path) => text.replaceAll(path, path.replaceAll('/', '\\')),
    packed.toString('latin1'),
  )
  return Buffer.from(renamed, 'latin1')
}

const cellOf = (place: string, text: string, prefix = '') =>
  `<${prefix}c r="${place}" t="inlineStr"><${prefix}is><${prefix}t>${text}</${prefix}t></${prefix}is></${prefix}c>`
/** A row of texts, and what follows them. */
const rowOf = (number: number, ...texts: readonly string[]) => rowWith(number, texts, '')
const rowWith = (number: number, texts: readonly string[], more: string, rest = '') =>
  `<row r="${number}"${rest}>${texts.map((text, at) => cellOf(`${'ABCDEFGHIJ'[at]}${number}`, text)).join('')}${more}</row>`
const HEAD = rowOf(1, 'Room', 'What', 'Brand')
const TWO = HEAD + rowOf(2, 'Kitchen', 'Faucet', 'Castellan') + rowOf(3, 'Kitchen', 'Sink', 'Varde')
const TWO_PREFIXED = TWO.replaceAll(/<(\/?)/g, '<$1x:')

/** One more cell beside a faucet, under the title X. */
const oneCell = (cell: string) =>
  rowOf(1, 'Room', 'What', 'Brand', 'X') + rowWith(2, ['Kitchen', 'Faucet', 'Castellan'], cell)

/** Numbers with the format that each has, each under it as its title. */
const numbers = (
  those: readonly (readonly [value: number, format: string | number])[],
): { rows: string; formats: string } => ({
  rows:
    rowOf(1, 'Room', 'What', ...those.map((_, at) => `X${at}`)) +
    rowWith(
      2,
      ['Kitchen', 'Faucet'],
      those.map(([value], at) => `<c r="${'CDEFGHIJKL'[at]}2" s="${at}"><v>${value}</v></c>`).join(''),
    ),
  formats: `<numFmts>${those.map(([, format], at) => (typeof format === 'number' ? '' : `<numFmt numFmtId="${170 + at}" formatCode="${format}"/>`)).join('')}</numFmts><cellXfs>${those.map(([, format], at) => `<xf numFmtId="${typeof format === 'number' ? format : 170 + at}"/>`).join('')}</cellXfs>`,
})
const formatted = (those: Parameters<typeof numbers>[0], how: Package = {}) => {
  const { rows, formats } = numbers(those)
  return workbookOf(rows, { ...how, formats })
}

/** Workbooks by what programs write: numbers, formulas, links, hidden parts, kinds of cells, and packages. */
const WORKBOOKS: Record<string, [file: () => Promise<Buffer>, right: Right]> = {
  'x01 numbers as they look': [
    () =>
      formatted([
        [0.15, '0%'],
        [1299.5, '$#,##0.00'],
        [501, '00000'],
        [8025550142, '[&lt;=9999999]###-####;(###) ###-####'],
        [0.75, '# ?/?'],
        [36, '0&quot;\\&quot;&quot;'],
        [1200000000000, '0.00E+00'],
        [5, '0 &quot;years&quot;'],
      ]),
    [
      'Kitchen > Faucet | X0: 15%; X1: $1299.50; X2: 00501; X3: (802) 555-0142; X4: 3/4; X5: 36; X6: 1200000000000; X7: 5 years',
    ],
  ],
  'x01b times, lengths and days': [
    () =>
      formatted([
        [0.5208333333333334, 'h:mm AM/PM'],
        [1.5, '[h]:mm'],
        [46000, 'm/d/yyyy'],
        [46000.75, 'm/d/yyyy h:mm'],
        [1234567, '#,##0'],
        [2026, 0],
        [9007199254740991, 1],
        [0.30000000000000004, 0],
      ]),
    [
      'Kitchen > Faucet | X0: 12:30 PM; X1: 36:00; X2: 2025-12-09; X3: 2025-12-09 18:00:00; X4: 1234567; X5: 2026; X6: 9007199254740991; X7: 0.3',
    ],
  ],
  'x03 hidden sheets, a hidden row and a total': [
    () =>
      workbookOf(
        `${TWO}${rowWith(4, ['Kitchen', 'Dishwasher', 'HIDDEN'], '', ' hidden="1"')}${rowWith(5, ['Total'], '<c r="D5"><f>SUM(D2:D4)</f><v></v></c>')}`,
        {
          hidden: [
            ['Lists', 'hidden'],
            ['_cfg', 'veryHidden'],
          ],
        },
      ),
    ['unread: 1', 'Kitchen > Faucet | Castellan', 'Kitchen > Sink | Varde'],
  ],
  'x04 merged rooms below a title': [
    () =>
      workbookOf(
        `${rowOf(1, 'KITCHEN FINISH SCHEDULE')}${rowOf(2, 'Room', 'What', 'Brand')}${rowOf(3, 'Kitchen', 'Faucet', 'Castellan &amp; Sons')}<row r="4">${cellOf('B4', 'Sink')}${cellOf('C4', 'Varde')}</row>${rowOf(5, 'Bath', 'Toilet', 'Varde')}`,
      ),
    ['Bath > Toilet / Bidet | Varde | What: Toilet', 'Kitchen > Faucet | Castellan & Sons', 'Kitchen > Sink | Varde'],
  ],
  'x04b a supplier merged over three rows': [
    () =>
      workbookOf(
        `${rowOf(1, 'Room', 'What', 'Brand', 'Supplier')}${rowOf(2, 'Kitchen', 'Faucet', 'Castellan', 'North Supply')}${rowOf(3, '', 'Sink', 'Varde')}${rowOf(4, '', 'Dishwasher', 'Varde')}`,
        { merges: ['A2:A4', 'D2:D4'] },
      ),
    [
      'Kitchen > Faucet | Castellan / North Supply',
      'Kitchen > Sink | Varde / North Supply',
      'Kitchen > Dishwasher | Varde | Supplier: North Supply',
    ],
  ],
  'x05a formulas without results': [
    () =>
      workbookOf(
        `${HEAD}${rowOf(2, 'Kitchen', 'Faucet', 'Castellan')}${rowWith(3, ['Kitchen', 'Sink'], '<c r="C3"><f>A3&amp;" brand"</f><v></v></c>')}`,
      ),
    ['unread: 1', 'Kitchen > Faucet | Castellan', 'Kitchen > Sink'],
  ],
  'x05b formulas with errors': [
    () =>
      workbookOf(
        `${HEAD}${rowWith(2, ['Kitchen', 'Faucet'], '<c r="C2" t="e"><f>VLOOKUP(1,A1:A2,1)</f><v>#N/A</v></c>')}${rowWith(3, ['Kitchen', 'Sink'], '<c r="C3" t="str"><f>"Var"&amp;"de"</f><v>Varde</v></c>')}`,
      ),
    ['unread: 1', 'Kitchen > Faucet', 'Kitchen > Sink | Varde'],
  ],
  'x06 addresses behind cells': [
    () =>
      workbookOf(
        `${rowOf(1, 'Room', 'What', 'Brand', 'Link', 'Spec')}${rowWith(2, ['Kitchen', 'Faucet', 'Castellan', 'Link'], '<c r="E2" t="str"><f>HYPERLINK("https://example.com/spec.pdf","Spec sheet")</f><v>Spec sheet</v></c>')}${rowOf(3, 'Kitchen', 'Sink', 'Varde', 'https://example.com/sink')}${rowOf(4, 'Kitchen', 'Dishwasher', 'Varde', 'Ask')}`,
        {
          links: [
            'https://example.com/faucet/7120?finish=brass',
            'https://example.com/sink',
            'mailto:sales@example.com',
          ],
        },
      ),
    [
      'Kitchen > Faucet | Castellan | Link: Link (https://example.com/faucet/7120?finish=brass); Spec: Spec sheet (https://example.com/spec.pdf)',
      'Kitchen > Sink | Varde | Link: https://example.com/sink',
      'Kitchen > Dishwasher | Varde | Link: Ask (mailto:sales@example.com)',
    ],
  ],
  'x07a furigana, rich text, and characters as references': [
    () =>
      workbookOf(
        `${HEAD}<row r="2">${[0, 1, 2].map((at) => `<c r="${'ABC'[at]}2" t="s"><v>${at}</v></c>`).join('')}</row><row r="3">${[0, 1].map((at) => `<c r="${'ABC'[at]}3" t="s"><v>${at}</v></c>`).join('')}<c r="C3" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r><rPh sb="0" eb="1"><t>X</t></rPh></is></c></row>`,
        {
          texts:
            '<si><t>東京都</t><rPh sb="0" eb="3"><t>トウキョウト</t></rPh></si><si><r><t>Fau</t></r><r><rPr><b/></rPr><t>cet</t></r><rPh><t>フ</t></rPh></si><si><t xml:space="preserve"> Cast_x000D_ellan &amp; Söhne &#128688; &#x1F6B0; &#134071; 🚰 </t></si>',
        },
      ),
    ['東京都 > Faucet | Cast\nellan & Söhne 🚰 🚰 𠮷 🚰', '東京都 > Faucet | inline'],
  ],
  'x07b cells of every kind': [
    () =>
      workbookOf(
        `${rowOf(1, 'Room', 'What', 'Bool', 'Err', 'Iso', 'Str', 'NoRef')}${rowWith(2, ['Kitchen', 'Faucet'], '<c r="C2" t="b"><v>1</v></c><c r="D2" t="e"><v>#N/A</v></c><c r="E2" t="d"><v>2027-03-04T00:00:00</v></c><c r="F2" t="str"><f>"a"</f><v>from formula</v></c><c t="inlineStr"><is><t>noref</t></is></c>')}`,
      ),
    ['unread: 1', 'Kitchen > Faucet | Bool: TRUE; Iso: 2027-03-04; Str: from formula; NoRef: noref'],
  ],
  'x07c no references of cells': [
    () => workbookOf(TWO.replaceAll(/ r="[A-Z]\d"/g, '')),
    ['Kitchen > Faucet | Castellan', 'Kitchen > Sink | Varde'],
  ],
  'x07n no references of rows': [
    () => workbookOf(TWO.replaceAll(/<row r="\d"/g, '<row')),
    ['Kitchen > Faucet | Castellan', 'Kitchen > Sink | Varde'],
  ],
  ...Object.fromEntries(
    (
      [
        ['x07d a truth', '<c r="D2" t="b"><v>1</v></c>', ['Kitchen > Faucet | Castellan | X: TRUE']],
        ['x07e an error', '<c r="D2" t="e"><v>#N/A</v></c>', ['unread: 1', 'Kitchen > Faucet | Castellan']],
        [
          'x07f a moment in ISO',
          '<c r="D2" t="d"><v>2027-03-04T00:00:00</v></c>',
          ['Kitchen > Faucet | Castellan | X: 2027-03-04'],
        ],
        [
          'x07f2 a day in ISO',
          '<c r="D2" t="d"><v>2027-03-04</v></c>',
          ['Kitchen > Faucet | Castellan | X: 2027-03-04'],
        ],
        [
          'x07g a text of a formula',
          '<c r="D2" t="str"><f>"a"</f><v>from formula</v></c>',
          ['Kitchen > Faucet | Castellan | X: from formula'],
        ],
        [
          'x07h a cell without its reference',
          '<c t="inlineStr"><is><t>noref</t></is></c>',
          ['Kitchen > Faucet | Castellan | X: noref'],
        ],
        ['x07i an empty text', '<c r="D2" t="inlineStr"><is></is></c>', ['Kitchen > Faucet | Castellan']],
        ['x07j no shared text', '<c r="D2" t="s"></c>', ['Kitchen > Faucet | Castellan']],
        ['x07k a shared text that is none', '<c r="D2" t="s"><v>99</v></c>', refused(unreadable().message)],
        ['x07l a formula without its text', '<c r="D2" t="str"><f>""</f></c>', ['Kitchen > Faucet | Castellan']],
        ['x07m neither true nor false', '<c r="D2" t="b"></c>', ['Kitchen > Faucet | Castellan']],
        ['x07o no number', '<c r="D2" t="n"></c>', ['Kitchen > Faucet | Castellan']],
        ['x07p a text among numbers', '<c r="D2"><v>abc</v></c>', ['Kitchen > Faucet | Castellan | X: abc']],
        [
          'x07q an error of a later Excel',
          '<c r="D2" t="e"><v>#SPILL!</v></c>',
          ['unread: 1', 'Kitchen > Faucet | Castellan'],
        ],
        [
          'x07r a day that is a text',
          '<c r="D2" s="1"><v>notanumber</v></c>',
          ['Kitchen > Faucet | Castellan | X: notanumber'],
        ],
        ['x07s a format that is none', '<c r="D2" s="999"><v>5</v></c>', ['Kitchen > Faucet | Castellan | X: 5']],
      ] as const
    ).map(([what, cell, right]) => [
      what,
      [() => workbookOf(oneCell(cell), { formats: '<cellXfs><xf/><xf numFmtId="14"/></cellXfs>' }), right] satisfies [
        () => Promise<Buffer>,
        Right,
      ],
    ]),
  ),
  'x08a a plain package': [() => workbookOf(TWO), ['Kitchen > Faucet | Castellan', 'Kitchen > Sink | Varde']],
  'x08b names with a prefix': [
    () => workbookOf(TWO_PREFIXED, { prefix: 'x:' }),
    ['Kitchen > Faucet | Castellan', 'Kitchen > Sink | Varde'],
  ],
  'x08c Strict Open XML': [
    () => workbookOf(TWO, { office: STRICT, main: 'http://purl.oclc.org/ooxml/spreadsheetml/main' }),
    ['Kitchen > Faucet | Castellan', 'Kitchen > Sink | Varde'],
  ],
  'x08d an absolute place of the sheet': [
    () => workbookOf(TWO, { target: '/xl/worksheets/sheet1.xml' }),
    ['Kitchen > Faucet | Castellan', 'Kitchen > Sink | Varde'],
  ],
  'x08e xl/workbook2.xml': [
    () => workbookOf(TWO, { workbook: 'xl/workbook2.xml' }),
    ['Kitchen > Faucet | Castellan', 'Kitchen > Sink | Varde'],
  ],
  'x08f backslashes in the names of parts': [
    () => workbookOf(TWO, { backslashes: true }),
    ['Kitchen > Faucet | Castellan', 'Kitchen > Sink | Varde'],
  ],
  'x08g relations with a prefix': [
    () => workbookOf(TWO, { relationPrefix: 'ns0:' }),
    ['Kitchen > Faucet | Castellan', 'Kitchen > Sink | Varde'],
  ],
  'x08h xl/Workbook.xml': [
    () => workbookOf(TWO, { workbook: 'xl/Workbook.xml' }),
    ['Kitchen > Faucet | Castellan', 'Kitchen > Sink | Varde'],
  ],
  'x08i spreadsheet/workbook.xml': [
    () => workbookOf(TWO, { workbook: 'spreadsheet/workbook.xml' }),
    ['Kitchen > Faucet | Castellan', 'Kitchen > Sink | Varde'],
  ],
  'x08j parts that are not compressed': [
    () => workbookOf(TWO, { compress: false }),
    ['Kitchen > Faucet | Castellan', 'Kitchen > Sink | Varde'],
  ],
  'x09a a dimension of the whole sheet': [
    () => workbookOf(TWO, { dimension: 'A1:XFD1048576' }),
    ['Kitchen > Faucet | Castellan', 'Kitchen > Sink | Varde'],
  ],
  'x09b a cell at the end of the sheet': [
    () => workbookOf(`${TWO}<row r="1048576">${cellOf('XFD1048576', 'x')}</row>`),
    refused(tooManyColumns().message),
  ],
  'x09c an empty cell in the last row': [
    () => workbookOf(`${TWO}<row r="1048576"><c r="C1048576"/></row>`),
    ['Kitchen > Faucet | Castellan', 'Kitchen > Sink | Varde'],
  ],
  'x09d an empty cell in the last column': [
    () => workbookOf(`${TWO}${rowWith(4, ['Kitchen', 'Sink'], '<c r="XFD4"/>')}`),
    ['Kitchen > Faucet | Castellan', 'Kitchen > Sink | Varde', 'Kitchen > Sink'],
  ],
  'x13a days and times in the formats of Excel': [
    () =>
      formatted([
        [46000, 14],
        [46000, 'dd/mm/yyyy;@'],
        [46000, '[$-407]d. mmmm yyyy'],
        [46000, 'mmm-yy'],
        [0.25, 18],
        [1.5, 46],
        [46000.5, 22],
        [46000, 16],
      ]),
    [
      'Kitchen > Faucet | X0: 2025-12-09; X1: 2025-12-09; X2: 2025-12-09; X3: 2025-12-09; X4: 6:00 AM; X5: 36:00:00; X6: 2025-12-09 12:00:00; X7: 2025-12-09',
    ],
  ],
  'x13a the ends of the calendar': [
    () =>
      formatted([
        [1, 14],
        [59, 14],
        [61, 14],
        [0, 14],
        [-1, 14],
        [-1, 46],
        [2958465, 14],
        [46000.999999, 22],
      ]),
    [
      'Kitchen > Faucet | X0: 1900-01-01; X1: 1900-02-28; X2: 1900-03-01; X3: 0:00; X4: -1; X5: -24:00:00; X6: 9999-12-31; X7: 2025-12-10',
    ],
  ],
  'x13b days from 1904 on': [
    () =>
      formatted(
        [
          [44538, 14],
          [0.25, 18],
          [-1, 14],
        ],
        { is1904: true },
      ),
    ['Kitchen > Faucet | X0: 2025-12-09; X1: 6:00 AM; X2: -1'],
  ],
  'x13c days of East Asia': [
    () =>
      formatted([
        [46000, 27],
        [46000, 57],
      ]),
    ['Kitchen > Faucet | X0: 2025-12-09; X1: 2025-12-09'],
  ],
}

/** What the page does with what is proposed, and what there is then. */
const imported = async (
  client: Client,
  project: string,
  bytes: Buffer,
  encoding?: Matching['encoding'],
): Promise<string[]> => {
  const projectID = await client.newProject(project)
  const [file] = await client.upload([{ name: 'list', bytes }])
  const which = { projectID, remote: file?.remote ?? '', ...(encoding && { encoding }) }
  const { status, body: sheet, problem } = await client.call(readSheet, { body: which })
  if (status !== 200 || !sheet) return refused(String(problem?.message))
  const proposed = {
    ...which,
    columns: sheet.columns.map(({ is, name: label }) => ({ is, ...(label !== undefined && { name: label }) })),
    ...{ fillDown: sheet.hasGaps, toNotes: true },
  }
  const { unknownRooms, unknownKinds } = await client.must(checkSheet, { body: proposed })
  const kitchen = await roomTypeID(client, 'Kitchen')
  const body: Matching = {
    ...proposed,
    newRooms: unknownRooms.map(({ name, roomTypeID: type }) => ({ name, roomTypeID: type ?? kitchen })),
    kinds: unknownKinds.flatMap(({ name, kind }) => (kind ? [{ name, ...kind }] : [])),
  }
  const { errors, dates, fingerprint } = await client.must(checkSheet, { body })
  if (errors.length > 0) return errors.map(({ row, column, message }) => `row ${row}, ${column || 'all'}: ${message}`)
  if (dates.unclear > 0) return [`asked: ${dates.unclear} days such as ${dates.example}`]
  await client.must(importSheet, { body: { ...body, fingerprint: fingerprint ?? '' } })
  const { rooms } = await client.must(listRooms, { query: { projectID } })
  const items = []
  for (const { ID } of rooms) items.push(...(await client.must(listItems, { query: { roomID: ID } })))
  const unread = sheet.unread > 0 ? [`unread: ${sheet.unread}`] : []
  return [
    ...unread,
    ...items.map((item) => {
      const values = [item.field1, item.field2, item.field3, item.field4, item.field5, item.field6].filter(Boolean)
      const files = Object.keys(JSON.parse(item.files) as object)
      const parts = [values.join(' / '), item.note.replaceAll('\n', '; '), files.join()].filter(Boolean)
      return [`${item.roomName} > ${item.subCatName}`, ...parts].join(' | ')
    }),
  ]
}

const CASES = [
  ...Object.entries(TEXTS).map(
    ([what, [file, right, encoding]]) =>
      [what, async () => Promise.resolve(Buffer.from(file as string)), right, encoding] as const,
  ),
  ...Object.entries(WORKBOOKS).map(([what, [file, right]]) => [what, file, right, undefined] as const),
]

const AT_ONCE = 12
const PARTS = Array.from({ length: Math.ceil(CASES.length / AT_ONCE) }, (_, at) =>
  CASES.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
)

test.each(PARTS.map((cases) => [cases[0]?.[0] ?? '', cases] as const))(
  'what people bring comes in as it is meant, or says why not: from %s on',
  async (_, cases) => {
    const { newUser } = await startTestApp()
    const robin = await newUser('robin')
    for (const [what, file, right, encoding] of cases)
      expect.soft(await imported(robin, what.slice(0, 32), await file(), encoding), what).toEqual(right)
  },
)
