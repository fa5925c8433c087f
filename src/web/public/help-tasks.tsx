import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../lib/paths.ts'
import { isFeatureDisabled } from './feature-flags.ts'

export interface Task {
  id: string
  title: string
  steps: readonly ReactNode[]
  more?: ReactNode
  picture?: { name: string; alt: string }
}

const LOGIN = (
  <>
    <Link to={paths.login()}>Log in</Link> with your username or your email address. Check Remember Me on your own
    device to stay logged in until you’ve been away for 30 days.
  </>
)
const FORGOTTEN =
  'If you forget your password, use Forgot Password on the Log In screen. Where that link is missing, this server doesn’t send email: write to us, and we reset it.'

const CREATE_ACCOUNT: Task = {
  id: 'create-account',
  title: 'Create an account and log in',
  steps: [
    <>
      Choose <Link to={paths.register()}>Sign Up</Link> and fill in the fields. Company and Address 2 may stay empty.
    </>,
    'Press Register.',
    LOGIN,
  ],
  more: FORGOTTEN,
  picture: { name: 'register', alt: 'The screen Create New Account with its fields' },
}

/** The same for installations without public registration. */
const GET_ACCOUNT: Task = {
  id: 'create-account',
  title: 'Get an account and log in',
  steps: ['Ask us for an account. If you get a link, open it, fill in the fields and press Register.', LOGIN],
  more: FORGOTTEN,
}

/** How to do each task. `scripts/pictures.mjs` takes the pictures. */
export const helpTasks = (): readonly Task[] => [
  isFeatureDisabled('sign-up') ? GET_ACCOUNT : CREATE_ACCOUNT,
  ...KEEPING,
  ...(isFeatureDisabled('prices') ? [] : [CONSULTATION]),
  roles(),
]

const KEEPING: readonly Task[] = [
  {
    id: 'create-project',
    title: 'Create a project',
    steps: [
      <>
        Open <Link to={paths.selectProject()}>My Projects</Link> and choose Create New Project.
      </>,
      'Give it a name and its address; Use My Address fills in your own. Use Client if you’re keeping the record for someone else.',
      'Press Create Project, or Create and Add Another if there are more.',
    ],
    more: 'With no projects yet, Try a Sample Project gives you a finished one to look around in. Edit Project, on a project’s own screen, changes or deletes it.',
    picture: { name: 'projects', alt: 'My Projects with a project, its plan, and its rooms and items counted' },
  },
  {
    id: 'add-room',
    title: 'Add a room',
    steps: [
      'Open the project and choose Create New Room.',
      'Name the room and choose its type. The type decides which categories the room has.',
      'Press Create Room.',
    ],
    more: 'The number on a room’s card counts its items. Edit Room, on the room’s own screen, renames it, and Change Room Type there gives it another type: its items stay.',
    picture: { name: 'project-home', alt: 'A project with its rooms and the Project Details beside them' },
  },
  {
    id: 'record-item',
    title: 'Record an item',
    steps: [
      'Open the room and choose Create New Item.',
      'Type what it is, such as towel hook, and take what fits; or choose a category, then a sub category. The fields that fit it appear, six at most.',
      'Fill in what you have. Every field may stay empty, and Notes takes what has no field. What you have entered under the same label before is suggested while you type: tap it, or take it with the arrows and Enter. Type dates any way you like. We show how we read them just below.',
      'Press Create Item, or Create and Add Another to go on in the same room.',
    ],
    more: 'What an item said before, who changed it and when stands on its History tab. Put Back there brings back a former value or sub category, a removed file, its name, caption or place. Activity, on a project’s own screen, tells the same of the whole project, by day and by person; what others did since you looked is called new there.',
    picture: { name: 'create-item', alt: 'The screen Create Item with category, sub category, fields and notes' },
  },
  {
    id: 'attach-files',
    title: 'Attach files',
    steps: [
      'While creating an item, press Upload Files, drop the files anywhere on the page or paste them. They are attached when the item is created.',
      'For an item that exists, follow the folder in its row, or open the item’s Attachments tab. Files added there are saved at once. On a phone, Take Photo opens the camera.',
      'If the connection is lost, keep the page open: what is missing is sent when it is back.',
      'Press a file to see it. PDFs and pictures, those of iPhones too, open beside the list; any other file is downloaded.',
    ],
    more: 'Photos of labels, manuals, receipts and warranty papers are what people look for later.',
    picture: { name: 'attachments', alt: 'The Attachments tab of an item with its files and a preview' },
  },
  {
    id: 'pictures',
    title: 'Look at pictures, put them in order, choose a cover',
    steps: [
      'Press a picture on an item’s card, or in an opened row on a phone, and it fills the screen. Click or double-tap to come closer, or pinch; + and − do the same, 0 shows the whole picture. Drag an enlarged picture to move it.',
      'Turn to the next picture with the arrows or by swiping. Close, Escape and Back lead back.',
      'On Attachments, the pencil beside a file gives it another name and a caption, and moves it up or down. The first picture stands on the item’s card and row: Make Cover puts one there.',
      'Use as Cover puts a picture at the head of its room or project. Edit Room and Edit Project choose one, too, or go back to the material board.',
    ],
    more: 'Names and captions are found by the search.',
    picture: {
      name: 'large-view',
      alt: 'A picture that fills the screen, with buttons to enlarge it and its caption below',
    },
  },
  {
    id: 'search',
    title: 'Search',
    steps: [
      'Press Search at the top of any page; on a keyboard / or Ctrl and K, on a Mac Cmd and K.',
      'Type a few letters of what you know: a color, a number, a brand, a room, your notes, or a word inside a manual. Each word that you type is found somewhere in the item or its place, so a room’s name beside it narrows the search.',
      'Press a hit to open it, or the button beside it to copy the value that people come for. On a keyboard arrows choose, Enter opens, and Ctrl or Cmd and C copies.',
    ],
    more: 'One typing mistake in a longer word is forgiven. Where nothing has all words, you see what came close and which word is missing. See All Results opens a page you can bookmark or send to someone who can see the same project. ‘in 4 rooms’ beside a label of an item leads to everything that has the same value.',
    picture: {
      name: 'search',
      alt: 'The search over a room: faucets and their cartridge numbers, found by the word cartridge',
    },
  },
  {
    id: 'people',
    title: 'Share a project',
    steps: [
      'Open the project and choose People.',
      'Type an email address and choose what they may do: a Viewer looks, an Editor also changes rooms, items and files. Press Invite.',
      'Send them the link that appears, or let the email do it if this server sends email. The link works once, within 14 days; New Link makes another.',
      'They open it, log in or create an account, and press Join. From then on the project stands below Shared with Me on their My Projects.',
    ],
    more: 'Change a right, or take the access away, on the same screen: it counts at once. Whoever shares your project leaves it there by themselves. Only you can change or delete the project itself.',
    picture: { name: 'people', alt: 'The screen People with an invitation, its link to copy, and what each may do' },
  },
  {
    id: 'hand-over',
    title: 'Hand a project over',
    steps: [
      'Open the project, choose Edit Project, then Hand Over.',
      'Type the email of the new owner, and a message if you like.',
      'Choose what goes along beside rooms and items, and whether you may still look at it afterwards. When They Accept says what will be removed.',
      'Press Send Offer, and send them the link that appears, or let the email do it if this server sends email.',
      'They open it, log in or create an account, and press Accept. From then on it is theirs.',
    ],
    more: 'Until they accept, it is yours and nothing changes: open Hand Over again to take the offer back or to make another link. The link works once, within 14 days.',
    picture: { name: 'hand-over', alt: 'The screen Hand Over: what goes along, and what is when they accept' },
  },
  {
    id: 'find-and-edit',
    title: 'Find and edit an item',
    steps: [
      'Open the project, then the room. Items stand by category and sub category; the links at the top jump to a category.',
      'On a wide screen, Compact shows one row an item, also with notes. Press a column’s head to sort by it, once more to turn the order, a third time to go back; Columns says what is shown.',
      'Press the item’s row.',
      'Change what has changed and press Update Item.',
    ],
    more: 'Change Sub Category turns the item into something else: values keep their place under fields of the same name, and what has none there is shown first and goes to Notes. Clear Fields empties the form and asks first. If somebody else saved the same item meanwhile, you are shown what they changed before anything is overwritten. Leaving with unsaved changes asks first, too.',
    picture: {
      name: 'room-items',
      alt: 'The items of a kitchen by category: appliances with model and serial number, and their files',
    },
  },
  {
    id: 'several',
    title: 'Do something with several items at once, or copy',
    steps: [
      'Open the room and choose Select under the three dots. Tick items, or all of a category, or Select All.',
      'Delete moves them to the trash as one entry. Move… puts them into another room of the project, Copy… into as many rooms as you tick, also of another project. Change a Field… gives all of them the same value.',
      'What has no place in a room, or no such label, is named first, and you may leave it out.',
      'The message that follows has Undo. What somebody has changed since stays as it is, and is named.',
    ],
    more: 'Copy Item stands below the fields of an item, Copy Room on Edit Room, and Copy Project under a project’s three dots. Files of copies take no further space.',
    picture: {
      name: 'select-items',
      alt: 'The items of a kitchen with ticks, and below them what can be done with them',
    },
  },
  {
    id: 'emergency',
    title: 'Be ready for an emergency',
    steps: [
      'Add these as items: shutoff valves, the electrical panel, alarms, and (under Records) who to call with their phone number.',
      'Project Home begins with In an Emergency: the first of them at once, the whole sheet with one tap. Each room leads there, too.',
      'Press Print for the sheet, or Print House Card for one page to hang up.',
    ],
    more: 'Whoever scans the QR code of a room sees what is in that room without a login, if you have made one for it. A read-only link to the whole project shows all of it.',
    picture: {
      name: 'emergency',
      alt: 'The sheet In an Emergency with a shut-off valve, the electrical panel and a number to call',
    },
  },
  {
    id: 'house-card',
    title: 'Hang up a card for guests and sitters',
    steps: [
      'Open the project, then In an Emergency, and press Print House Card. Or open Papers and choose House Card, for Letter or A4, with or without notes and pictures.',
      'Print it. All of it is on one page: water, electricity, gas, alarms, and who to call, the numbers large.',
      'Write by hand where there is a line: that is not recorded yet.',
      'Hang it by the door. Its code opens the home in the app, for you and your members.',
    ],
    more: 'What has no room on the page is counted there, and is in the app. Whoever looks by a read-only link prints a card of what that shows, without address and code.',
    picture: { name: 'house-card', alt: 'The screen Papers: the house card with paper, notes and pictures to choose' },
  },
  {
    id: 'ready-to-hand-over',
    title: 'See what is missing before you hand over',
    steps: [
      'Ready to Hand Over on Project Home shows how complete the home’s record is. Open it.',
      'Type what is missing right there, or press Add Manual or Add Receipt. The name of an entry leads to its item.',
      'Press Not Needed for what does not have to be there. It counts nowhere, and stands under Show.',
    ],
    more: 'What is wanted of each sub category, such as brand, color and sheen of a paint, is said in the structure, which an Admin can change. A file counts as a manual or a receipt by its name.',
    picture: {
      name: 'ready',
      alt: 'Ready to Hand Over with the share that is there and a list of what is missing',
    },
  },
  {
    id: 'coming-up',
    title: 'Know what is due: tasks and warranties',
    steps: [
      <>
        Open <Link to={paths.comingUp()}>Coming Up</Link>. What an item says under Warranty Expires, Replace By and the
        like stands there by its day, with its receipt and whom to call.
      </>,
      'Press New Task for what is to be done: once, or every so many days, weeks, months or years; for a home, a room or an item.',
      'Press Done when it is done. It comes again by its rule, and the history of the item tells of it. Beside it are Done With Note, for another day, a note or a photo (of a room or a home it goes to the Photo Inbox), Put Off, Skip, Edit Task and Delete Task. The card of an item has the same for its own tasks, with New Task.',
      'Under Calendar, Create Calendar Link makes a link that a calendar app subscribes to. Renew makes a new one and turns off the old one.',
      'Suggested are tasks that what you have usually needs. Press Add, or the cross where it is not needed.',
    ],
    more: 'Repeat from the day it was last done: the next date is counted from that day. Otherwise the days stay as they were set. In a month that is too short its last day counts. Each message has Undo.',
    picture: {
      name: 'coming-up',
      alt: 'Coming Up with tasks and warranties by their days, and suggested tasks beside them',
    },
  },
  {
    id: 'reminders',
    title: 'Be reminded by mail',
    steps: [
      <>
        Open <Link to={paths.account()}>My Account</Link> and go to Reminders.
      </>,
      'Choose the weekday and your time zone. The mail comes at seven in the morning, with what is overdue, due within a week or ends in 90 days, of all homes that you may look at.',
      'Nothing is sent when nothing is due.',
      'To end it, take the tick away, or use the link in any of the mails; you need not log in for that.',
    ],
    more: 'Where your mailbox refuses three mails in a row no more are sent. My Account then says why, and Try Again sends the next one. If this server doesn’t send email, use the calendar on Coming Up instead.',
    picture: {
      name: 'reminders',
      alt: 'Reminders in My Account with weekday, time zone and when the next one comes',
    },
  },
  {
    id: 'templates',
    title: 'Begin a project from a template',
    steps: [
      'Open a project you want to reuse and choose Save as Template under the three dots. Rooms, items and files come along; client, address, people and links do not.',
      <>
        Open <Link to={paths.selectProject()}>My Projects</Link>. Under Templates choose Use Template, or choose the
        template under Start From when you create a project.
      </>,
      'Fill in name and address and press Create Project. Create and Add Another keeps the template for the next house.',
      'The message that follows has Undo.',
    ],
    more: 'A template opens like a project: correct and add what you like. Projects that were created from it stay as they are. It does not count for a plan, nobody else sees it, and the search does not look in it.',
    picture: {
      name: 'templates',
      alt: 'The screen Create Project with a template chosen under Start From, and what comes along from it',
    },
  },
  {
    id: 'change-others',
    title: 'Change the copies of an item too',
    steps: [
      'Change one of them and press Update Item.',
      'If its copies still hold the old value, the message that follows offers it: press Update All Copies. The item asks again until you answer.',
      'You see them by project and room, with what each holds. Uncheck any you want to leave alone. Copies edited separately are skipped. If you changed several fields, choose which.',
      'Press Update All Copies. Of more than 500 you see how far it is, and Stop leaves the rest as it is. Undo takes all of it back at once, in every project.',
    ],
    more: 'Copies are what Copy Item, Copy Room, Copy Project and Copy… have made, in all projects that you may change. What the item itself held before stands on its History tab, where you can still change the copies after Leave Them. So can Select and Change Others… in a room or a search.',
    picture: {
      name: 'change-others',
      alt: 'The list Update All Copies: copies of an item by room, each with a tick and the value that it still holds',
    },
  },
  {
    id: 'order',
    title: 'Put rooms and items in an order of your own',
    steps: [
      'Open a project and press Reorder; in a room, it is under the three dots.',
      'Drag a row by its handle; with a finger, hold the handle and move. On a keyboard go to the handle, press Space, move with the arrows, and press Space again.',
      'Press Done. Everybody who sees the project has that order, also in spreadsheets and behind read-only links.',
    ],
    more: 'Items are ordered within their sub category. What is created later stands behind. Sort by Name and Sort as Created go back to the order of before, and the message that follows has Undo.',
    picture: { name: 'order', alt: 'The rooms of a project as rows with handles, to be put in order' },
  },
  {
    id: 'move-rooms',
    title: 'Move rooms to another project',
    steps: [
      'Open the project and choose Move Rooms under the three dots, or open one room, then Edit Room, and choose Move to Another Project. Both projects have to be yours.',
      'Tick the rooms and choose the project. Items, files and what was deleted there go along.',
      'Whoever may see that project sees the rooms from then on. Read-only links to the rooms, printed codes too, end unless you tick that they stay.',
      'The message that follows has Undo. Links that have ended do not come back.',
    ],
  },
  {
    id: 'project-file',
    title: 'Keep a project as one file, or take it elsewhere',
    steps: [
      'Open the project and choose Download Project under the three dots. You get a ZIP with its rooms, items, files, tasks and issued revisions, and its spec book as a PDF; what is in the Trash, and who has access, is left out.',
      <>
        Open <Link to={paths.selectProject()}>My Projects</Link>, here or on another server, and choose Import a
        Project.
      </>,
      'Choose the file. It is checked whole before anything is made.',
    ],
    more: 'If this server lacks a room type, a subcategory, or a field, we’ll tell you first. Import Anyway keeps those values in the notes; an Admin can add to the structure what is missing.',
  },
  {
    id: 'spreadsheets',
    title: 'Work in a spreadsheet, or bring in a list',
    steps: [
      'Open the project and choose Download XLSX or Download CSV under the three dots. A room has Download Spreadsheet below its items, also for one category.',
      'Edit it in Excel, LibreOffice or Numbers. Leave the columns Item and Updated as they are; a row without an Item is a new one.',
      'Choose Import Spreadsheet under the project’s three dots and choose that file, or any list of yours with one row an item. Match each column to a field.',
      'Press Preview Import. You see what would be created and changed, and what needs fixing, cell by cell. Nothing changes before you press Import, and Cancel leaves everything as it was.',
    ],
    more: 'Rooms that are not there yet are created. A row that you delete in the spreadsheet leaves its item as it is. Undo takes the whole import back.',
    picture: {
      name: 'import-sheet',
      alt: 'The screen Import Spreadsheet: what each column of a list is, with its first values',
    },
  },
  {
    id: 'papers',
    title: 'Print a touch-up card for a paint',
    steps: [
      'Open the paint and choose Print Touch-Up Card. Or open the project, then Papers, for the cards of all paints of the house or of a room.',
      'Choose 4 × 6 in or A6, then Download PDF, or Open to Print.',
      'Keep the card with the can: color, brand, code, sheen, where it is, and what was there before.',
    ],
    more: 'Its code opens the paint in the app, for whoever may see it. Where you have printed QR codes of the room under People, the code opens what they open, for everybody.',
  },
  {
    id: 'spec-book',
    title: 'Print the whole home as a book',
    steps: [
      'Open the project, then Papers, and choose Spec Book.',
      'Choose all rooms or one, the paper, and whether it is with notes, pictures and prices.',
      'Press Download PDF. The first time its pictures may take a moment.',
    ],
    more: 'Each finish has a mark, such as PT-1 for a paint, which is the same in every room and every paper of the project. Once it was in an issued revision it stays with the product, even in another finish. Equal rooms are printed as one, and empty rooms are left out.',
    picture: {
      name: 'spec-book',
      alt: 'The screen Papers: a list of seven papers, and the spec book with rooms, paper and parts to choose',
    },
  },
  {
    id: 'branding',
    title: 'Put your firm’s name and logo on papers and links',
    steps: [
      'Open My Account and fill in Branding: name, phone, who drew it, and a logo.',
      'Press Save Branding. Papers and read-only links show your firm instead of Roomfolio.',
      'For one project, fill in Branding in Edit Project: its number, or another firm or logo.',
    ],
    more: 'Everyone who opens a paper or link of your projects sees it. When you hand a project over, your branding stays with you.',
  },
  {
    id: 'revisions',
    title: 'Issue the book, and say later what has changed',
    steps: [
      'Open the project, then Papers. Choose under Spec Book what the book is with, then choose Issued Revisions and press Issue Revision.',
      'Write a note if you like, such as who it is for, and press Issue Revision again. The book of the whole home is kept as it is, with its number.',
      'When something has changed, issue the next one. It lists at the front what has changed since, and a bar in the margin marks each place.',
    ],
    more: 'Issued Revisions has all of them to download, to the byte as they were. Everybody who may see the project gets at them; read-only links do not. Only the owner can remove one. Where they came with a project file, the next one lists no changes since.',
    picture: { name: 'revisions', alt: 'Issued Revisions with two of them, each with its date, its note and Download' },
  },
  {
    id: 'finish-schedule',
    title: 'Give the site its finish schedule, and each trade its list',
    steps: [
      'Open the project, then Papers, and choose Finish Schedule or Trade Lists.',
      'Choose all rooms, one or several; for a trade list also the trade, or all of them.',
      'Press Download PDF. The schedule is for the wall: rooms down, surfaces across. A list is for ordering: what, how much, and where it goes.',
    ],
    more: 'A paint goes to its surface and its trade by its sub category. Location says which walls: ‘North and east walls’ stands there as N, E. Labels such as Quantity, Gallons or Area (sq ft) are added up over all rooms; without one there is a line to write on.',
    picture: {
      name: 'finish-schedule',
      alt: 'The screen Papers: the finish schedule with rooms, paper and notes to choose',
    },
  },
  {
    id: 'photo-inbox',
    title: 'Photograph now, sort later',
    steps: [
      'Open the project and choose Add Photos under the three dots, or do so in the room where you are. On a phone, Take Photos opens the camera.',
      'Take as many as you like. Each photo is saved as it uploads and stays in the Photo Inbox until you file it.',
      'At the kitchen table, open Photo Inbox. Choose a photo, or tick several, and tap the item they are of; on a computer you can drag them there. The likeliest items stand first.',
      'New Item with Photo begins an item with them: they stay in sight while you type what stands on them. Press a photo to see it large.',
    ],
    more: 'Turn Photo turns one that lies on its side; the file itself stays as it was taken. Delete Photo goes with Undo, and the trash keeps photos for 30 days. All members see the inbox; those who may change the project sort it.',
    picture: { name: 'photo-inbox', alt: 'The Photo Inbox: one of four photos chosen, and the items to put it on' },
  },
  {
    id: 'qr-labels',
    title: 'Put a QR label on a cabinet or an appliance',
    steps: [
      'Open the project, then Papers, and choose QR Labels.',
      'Choose the rooms, and whether the labels are for rooms, for items or for both. Of one room you can tick the items that you want.',
      'Choose the sheet that you have: Avery 5160, Avery L7160 or a 62 mm roll. Of a sheet that is partly used, say which label is the first one left.',
      'Press Print QR Labels, and print at 100 %, without fitting to the page.',
    ],
    more: 'Scanned, a label opens the room or the item in the app, for you and your members. Where you have printed QR codes of the room under People, it opens what they open, for everybody.',
    picture: {
      name: 'qr-labels',
      alt: 'The screen Papers: QR labels with rooms, things, sheet and first label to choose',
    },
  },
  {
    id: 'read-only-links',
    title: 'Show a room to somebody without an account',
    steps: [
      'Open the project, then People, and press New Link under Read-Only Links.',
      'Name the link, choose the whole project, some rooms, a trade or a category, set an expiration date if you want one, and pick what to hide: notes, files, prices, serial numbers, or any field.',
      'Press Copy Link and send it. Whoever opens it sees the room as it is today, searches in it and looks at its files, and can change nothing.',
      'For a code on the wall or in a cabinet, choose a room under QR Codes to Print. Scanned by you or a member it opens the room in the app, scanned by anybody else what the link shows.',
    ],
    more: 'You see when a link was opened last. Turn Off ends it right away, including its printed codes.',
    picture: {
      name: 'links',
      alt: 'A read-only link to a kitchen with its code and what copies, changes and takes it back',
    },
  },
  {
    id: 'delete-and-restore',
    title: 'Delete and restore',
    steps: [
      'Items, rooms, projects and attachments are deleted where they are edited. A project asks you to type its name.',
      'The message that follows has Undo for ten seconds.',
      <>
        Later, open the <Link to={paths.trash()}>trash</Link> and restore it. It is kept for 30 days.
      </>,
    ],
    more: 'What was inside goes to the trash along with a room or a project, and comes back with it.',
    picture: { name: 'trash', alt: 'The trash with deleted things, each with its place and a button to restore it' },
  },
  {
    id: 'account-and-password',
    title: 'Change your account or password',
    steps: [
      <>
        Open <Link to={paths.account()}>My Account</Link>.
      </>,
      'Change your details and press Update Account. The username stays; another email address needs your password.',
      'For a new password, type the current one once and the new one twice, and press Change Password. You are logged out everywhere else.',
    ],
    more: 'The same screen lists where you are logged in and, with your password, ends those sessions one by one.',
    picture: { name: 'account', alt: 'The screen My Account with the account’s fields' },
  },
  {
    id: 'second-factor',
    title: 'Protect your account with a second factor',
    steps: [
      <>
        Install an authenticator app on your phone, open <Link to={paths.account()}>My Account</Link> and choose Set Up
        Second Factor.
      </>,
      'Scan the code with the app, then enter the six digits it shows and your password.',
      'Save the ten recovery codes. Each logs you in once if you lose your phone.',
    ],
    more: 'From then on, Log In also asks for a code. On your own device, choose to be remembered for 30 days.',
  },
  {
    id: 'passkeys',
    title: 'Log in without a password',
    steps: [
      <>
        Open <Link to={paths.account()}>My Account</Link> and choose Add Passkey. Enter your password, then confirm with
        your fingerprint, your face or a PIN.
      </>,
      'Next time, pick the passkey in the username field of Log In, or choose Log In with a Passkey.',
    ],
    more: 'My Account lists your passkeys by device. Remove one when you give the device away. If Log In offers another account, such as Google, you can use that instead; the first time, it asks for your password here once.',
  },
  {
    id: 'download-data',
    title: 'Download or delete all your data',
    steps: [
      <>
        Open <Link to={paths.account()}>My Account</Link> and download your data: one ZIP file with everything you have
        recorded, as JSON, and all your files.
      </>,
      'To leave, delete your account on the same screen. It asks for your password, is final and takes everything along.',
    ],
  },
]

const CONSULTATION: Task = {
  id: 'consultation',
  title: 'Ask for a consultation',
  steps: [
    <>
      Open <Link to={`${paths.pricing()}#consultation`}>Pricing</Link>, where the rates stand, and go to the form below
      them.
    </>,
    'Say what it is about and when it suits you. You need no account; with one, your name and addresses are filled in.',
    'Press Send Request. We answer by email or phone and agree on a time.',
  ],
  picture: { name: 'consultation', alt: 'The form Ask for a consultation' },
}

const roles = (): Task => ({
  id: 'roles',
  title: 'Roles, and what administrators do',
  steps: [
    'User: keeps projects, rooms, items and files. Every new account has this role.',
    'Reseller: the same, and maintains the room types with their categories, sub categories and field labels.',
    isFeatureDisabled('prices')
      ? 'Admin: maintains the room types, and looks after people and their roles.'
      : 'Admin: maintains the room types, looks after people and their roles, and reads the requests for consultations.',
  ],
  more: 'My Account lists your roles. With Admin or Reseller, the header has Admin, which leads to the structure. Admins give and take roles under People there. Edit Room also says of what kind a label is: text, a date, a date on which something ends, a number, money, a color, a web address, a telephone number or e-mail address. So dates are understood, what ends comes up, and addresses and telephone numbers become links.',
  picture: {
    name: 'admin-home',
    alt: 'The screen Structure: Create New Room Type and a selector of room types',
  },
})
