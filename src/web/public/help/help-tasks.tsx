import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { isFeatureDisabled } from '../../lib/feature-flags.ts'

/** A test checks that names on screen, which are between double asterisks, exist. */
export interface Task {
  id: string
  title: string
  steps: readonly ReactNode[]
  more?: string
  picture?: { name: string; alt: string }
}

const LOGIN = (
  <>
    <Link to={paths.login()}>Log in</Link> with your username or email address. Check <strong>Remember Me</strong> on
    your own device to stay logged in until you’ve been away for 30 days.
  </>
)
const FORGOTTEN =
  'Forgot your password? Choose **Forgot Password** on the Log In screen. If it isn’t there, this server doesn’t send email: contact us and we’ll reset your password.'

const CREATE_ACCOUNT: Task = {
  id: 'create-account',
  title: 'Create an account and log in',
  steps: [
    <>
      Choose <Link to={paths.register()}>Sign Up</Link> and fill in the form. Company and Address 2 are optional.
    </>,
    'Press **Register**.',
    LOGIN,
  ],
  more: FORGOTTEN,
  picture: { name: 'register', alt: 'The Create New Account screen' },
}

/** The same for installations without public registration. */
const GET_ACCOUNT: Task = {
  id: 'create-account',
  title: 'Get an account and log in',
  steps: ['Ask us for an account. If we send you a link, open it, fill in the form, and press **Register**.', LOGIN],
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
        Open <Link to={paths.selectProject()}>My Projects</Link> and choose <strong>Create New Project</strong>.
      </>,
      'Enter a name and an address. **Use My Address** fills in yours. Use Client if you’re keeping the record for someone else.',
      'Press **Create Project**, or **Create and Add Another** to create the next one right away.',
    ],
    more: 'Just looking? If you have no projects yet, **Try a Sample Project** gives you a finished one to explore. To change or delete a project, open it and choose **Edit Project**.',
    picture: { name: 'projects', alt: 'My Projects, with a card for each project' },
  },
  {
    id: 'add-room',
    title: 'Add a room',
    steps: [
      'Open the project and choose **Create New Room**.',
      'Name the room and choose its type. The type sets which categories you can add.',
      'Press **Create Room**.',
    ],
    more: 'The number on a room’s card is its number of items. To rename a room or change its type, open it and choose **Edit Room**. Its items stay.',
    picture: { name: 'project-home', alt: 'A project with its rooms and its details' },
  },
  {
    id: 'record-item',
    title: 'Record an item',
    steps: [
      'Open the room and choose **Create New Item**.',
      'Type what it is, like towel hook, and pick a match. Or choose a category and a subcategory. Up to six fields appear.',
      'Fill in what you know and leave the rest empty. Anything without a field goes in Notes. As you type, we suggest what you’ve entered before.',
      'Type dates any way you like. We show how we read them just below.',
      'Press **Create Item**, or **Create and Add Another** to stay in this room.',
    ],
    more: 'Want an old value back? Open the item’s History tab and press **Put Back**. It also restores removed files. Activity, in a project’s menu, lists all changes to the project. Changes since your last visit are marked New.',
    picture: { name: 'create-item', alt: 'The Create Item screen' },
  },
  {
    id: 'attach-files',
    title: 'Attach files',
    steps: [
      'For a new item, press **Upload Files**, or drop or paste files anywhere on the page. They’re attached when you create the item.',
      'For an existing item, click the folder in its row, or open its Attachments tab, and press **Add Files**. They’re saved right away. On a phone, **Take Photo** opens the camera.',
      'Press a file to view it. PDFs and pictures, including iPhone photos, open beside the list. Other files download.',
    ],
    more: 'Start with labels, manuals, receipts, and warranties: that’s what people look for later. If you lose your connection, keep the page open. Uploading continues when it’s back.',
    picture: { name: 'attachments', alt: 'An item’s files, one of them open in the preview' },
  },
  {
    id: 'pictures',
    title: 'View, sort, and caption pictures',
    steps: [
      'Press a picture on an item’s card to fill the screen. Click, double-tap, or pinch to zoom, and drag to move around.',
      'Swipe or use the arrow keys for the next picture. Press **Close** or Escape to go back.',
      'To rename, caption, or move a file, press the pencil beside it on the Attachments tab. **Make Cover** shows that picture on the item’s card.',
      'Use as Cover puts a picture at the top of its room or project.',
    ],
    more: 'Search finds names and captions. You can also choose a cover in **Edit Room** and **Edit Project**, or go back to the material board.',
    picture: { name: 'large-view', alt: 'A picture that fills the screen, with its caption and zoom buttons' },
  },
  {
    id: 'search',
    title: 'Search',
    steps: [
      'Press **Search** at the top of any page, or type / or Ctrl+K (Cmd+K on a Mac).',
      'Type a few letters of what you know: a color, a number, a brand, a room, a note, or a word from a manual. Add another word to narrow the results.',
      'Press a result to open it, or the button beside it to copy its value. On a keyboard, use the arrows and Enter to open, and Ctrl+C (Cmd+C) to copy.',
    ],
    more: 'Small typos are fine. If nothing matches every word, you’ll see close matches. **See All Results** opens a page you can bookmark or share with anyone who can see the project. On an item, “in 4 rooms” beside a value lists everything that has the same one.',
    picture: { name: 'search', alt: 'Search results for the word cartridge' },
  },
  {
    id: 'people',
    title: 'Share a project',
    steps: [
      'Open the project and choose **People**.',
      'Enter an email address and choose their access. A Viewer can view. An Editor can also change rooms, items, and files. Press **Invite**.',
      'Copy the link and send it. If this server sends email, we email it too. It works once and expires in 14 days.',
      'They open the link, log in or create an account, and join. The project appears in their My Projects under Shared with Me.',
    ],
    more: 'You can change their access or remove them at any time, and it takes effect right away. People can also leave on their own. Only you can change or delete the project itself.',
    picture: { name: 'people', alt: 'The People screen, with an invitation and its link' },
  },
  {
    id: 'hand-over',
    title: 'Hand a project over',
    steps: [
      'Open the project, choose **People**, then **Hand Over Project**.',
      'Enter the new owner’s email, and a message if you like.',
      'Choose what to include and whether you keep view-only access. **When They Accept** shows what will be removed.',
      'Press **Send Offer**. Copy the link and send it. If this server sends email, we email it too.',
      'They open the link, log in or create an account, and accept. Now it’s theirs.',
    ],
    more: 'Nothing changes until they accept, and you can cancel the offer at any time. The link works once and expires in 14 days.',
    picture: { name: 'hand-over', alt: 'The Hand Over screen' },
  },
  {
    id: 'find-and-edit',
    title: 'Find and edit an item',
    steps: [
      'Open the project, then the room. Items are grouped by category. The links at the top jump to each one.',
      'On a wide screen, **Compact** shows one row per item, with notes. Press a column heading to sort. Choose which columns to show under **Columns**.',
      'Press the item to open it, make your changes, and press **Update Item**.',
    ],
    more: 'Wrong subcategory? **Change Subcategory** keeps values whose fields match and moves the rest to Notes. If someone else saved the same item, you’ll see both versions before anything is replaced. We’ll ask before you leave with unsaved changes.',
    picture: { name: 'room-items', alt: 'The items of a kitchen, grouped by category' },
  },
  {
    id: 'several',
    title: 'Change, move, or copy several items',
    steps: [
      'Open the room and choose **Select** under the three dots. Check the items you want, or press **Select All**.',
      'Choose **Delete**, **Move…** to another room, **Copy…** to one or more rooms, or **Change a Field…** to give them all the same value.',
      'If a room has no place for some of them, you’ll see which, and you can go on with the others.',
      'Changed your mind? Press **Undo** in the message.',
    ],
    more: 'To copy a single item, open it and choose **Copy Item**. **Copy Room** is in Edit Room, and **Copy Project** is under a project’s three dots. Copied files take no extra storage.',
    picture: { name: 'select-items', alt: 'Selected items of a kitchen, with actions below' },
  },
  {
    id: 'emergency',
    title: 'Prepare for an emergency',
    steps: [
      'Add these as items: shutoff valves, the electrical panel, alarms, and (under Records) who to call with their phone number.',
      'Open **In an Emergency** from the project or any of its rooms.',
      'Press **Print** for the whole sheet, or **Print House Card** for one page to hang up.',
    ],
    more: 'Anyone who scans a room’s printed QR code sees what’s in that room without logging in. A read-only link to the whole project shows the full sheet.',
    picture: { name: 'emergency', alt: 'In an Emergency: a shutoff valve, the electrical panel, and a number to call' },
  },
  {
    id: 'house-card',
    title: 'Hang up a card for guests and sitters',
    steps: [
      'Open the project, then **Papers**, and choose **House Card**.',
      'Choose the paper size, and whether to include notes and pictures.',
      'Press **Download PDF** and print it. Water, power, gas, alarms, and who to call fit on one page.',
      'Fill in the blank lines by hand and hang it by the door.',
    ],
    more: 'You and your members can scan the code on the card to open the home. Anyone with a read-only link can print a card too, without the address and the code.',
    picture: { name: 'house-card', alt: 'The Papers screen with the house card' },
  },
  {
    id: 'ready-to-hand-over',
    title: 'See what’s missing before you hand over',
    steps: [
      'Open **Ready to Hand Over** on the project’s page. It shows how complete the home’s record is.',
      'Fill in what’s missing right there, or press **Add Manual** or **Add Receipt**. Press an item’s name to open it.',
      'Press **Not Needed** for anything you don’t need. It no longer counts toward your score.',
    ],
    more: 'An admin chooses which fields each subcategory needs. A file counts as a manual or receipt by its name.',
    picture: { name: 'ready', alt: 'Ready to Hand Over, with a score and a list of what’s missing' },
  },
  {
    id: 'coming-up',
    title: 'Keep track of tasks and warranties',
    steps: [
      <>
        Open <Link to={paths.comingUp()}>Coming Up</Link>. Warranties and other dates appear here on their own once an
        item has them, for example under Warranty Expires.
      </>,
      'Press **New Task** for anything you need to do, once or on a schedule, for a home, a room, or an item.',
      'Press **Done** when it’s done. A repeating task comes back on its next date.',
      'For more, open the menu beside it: **Done With Note** adds a note, a photo, or another date. **Put Off**, **Skip**, **Edit Task**, and **Delete Task** do what they say.',
      'Under **Suggested**, add the tasks that fit your home.',
    ],
    more: 'To see your tasks in your own calendar app, press **Create Calendar Link**. To turn off a link you’ve shared, press **Renew**. Every message has **Undo**.',
    picture: { name: 'coming-up', alt: 'Coming Up, with tasks and warranties by date' },
  },
  {
    id: 'reminders',
    title: 'Get reminders by email',
    steps: [
      <>
        Open <Link to={paths.account()}>My Account</Link> and go to Reminders.
      </>,
      'Check **Email me once a week**, and choose the weekday and your time zone.',
      'We’ll email you at 7 a.m. with anything overdue, due this week, or expiring soon in any home you can see. Nothing due, no email.',
    ],
    more: 'To stop, uncheck it, or use the link in any of the emails. If your mailbox rejects three in a row, we pause them and My Account tells you why. If this server doesn’t send email, use the calendar on Coming Up instead.',
    picture: { name: 'reminders', alt: 'Reminders in My Account' },
  },
  {
    id: 'templates',
    title: 'Start a project from a template',
    steps: [
      'Open a project you want to reuse and choose **Save as Template** under the three dots. Rooms, items, and files are copied. The client, address, people, and links are not.',
      <>
        Open <Link to={paths.selectProject()}>My Projects</Link> and choose <strong>Use Template</strong>. You can also
        pick one under <strong>Start From</strong> when you create a project.
      </>,
      'Enter a name and an address, and press **Create Project**.',
    ],
    more: 'Open a template to edit it like a project. Projects you’ve already created from it don’t change. Templates don’t count toward your plan, don’t show up in search, and only you can see them.',
    picture: { name: 'templates', alt: 'The Create Project screen with a template chosen' },
  },
  {
    id: 'change-others',
    title: 'Update all copies of an item',
    steps: [
      'Change one of the copies and press **Update Item**.',
      'If others still have the old value, press **Update All Copies** in the message.',
      'Uncheck any you want to leave alone. Copies edited separately are skipped.',
      'Press **Update All Copies**. You can stop at any time, and **Undo** takes it all back.',
    ],
    more: 'This works for anything made with Copy Item, Copy Room, or Copy Project, in every project you can edit. To do it later, select the item in its room or in a search and choose **Change Others…**.',
    picture: { name: 'change-others', alt: 'The copies of an item, with a checkbox for each' },
  },
  {
    id: 'order',
    title: 'Reorder rooms and items',
    steps: [
      'Open a project and press **Reorder**. In a room, it’s under the three dots.',
      'Drag rows by their handle. On a keyboard, go to the handle, press Space, move with the arrow keys, and press Space again.',
      'Press **Done**. Everyone who can see the project gets the new order.',
    ],
    more: 'Items keep to their subcategory, and new ones go to the end. To go back, choose **Sort by Name** for rooms or **Sort as Created** for items.',
    picture: { name: 'order', alt: 'The rooms of a project as rows with handles' },
  },
  {
    id: 'move-rooms',
    title: 'Move rooms to another project',
    steps: [
      'Open the project and choose **Move Rooms** under the three dots. For one room, open **Edit Room** and choose **Move to Another Project**. Both projects must be yours.',
      'Choose the rooms and the project. Items, files, and the trash move too.',
      'Check whether to keep read-only links and printed QR codes working. Otherwise they stop.',
    ],
    more: 'People in the new project can see the rooms right away. You can undo the move, but links that have stopped stay off.',
  },
  {
    id: 'project-file',
    title: 'Save a project as a file, or move it to another server',
    steps: [
      'Open the project and choose **Download Project** under the three dots. You get a ZIP with its rooms, items, files, tasks, and issued revisions, and the spec book as a PDF.',
      <>
        To load it, open <Link to={paths.selectProject()}>My Projects</Link>, here or on another server, and choose{' '}
        <strong>Import a Project</strong>.
      </>,
      'Choose the ZIP. We check the whole file before creating anything.',
    ],
    more: 'The trash and the people aren’t included. If this server lacks a room type, a subcategory, or a field, we’ll tell you first. **Import Anyway** puts those values in Notes.',
  },
  {
    id: 'spreadsheets',
    title: 'Edit in a spreadsheet, or import a list',
    steps: [
      'Open the project and choose Download XLSX or Download CSV under the three dots. For one room, use **Download Spreadsheet** below its items.',
      'Edit it in Excel, Numbers, or LibreOffice. Don’t change the Item and Updated columns. Rows without an Item are new items.',
      'Choose **Import Spreadsheet** under the project’s three dots, and choose that file or any list of your own with one item per row.',
      'Match each column to a field and press **Preview Import**. You’ll see every change and anything that needs fixing.',
      'Press **Import**. Nothing changes until you do.',
    ],
    more: 'Titles in two rows, headings between the rows, merged cells, and pictures in cells are recognized, and the page tells you how they were read. Rooms that don’t exist yet are created. Deleting a row doesn’t delete its item. **Undo** takes back the whole import.',
    picture: { name: 'import-sheet', alt: 'The Import Spreadsheet screen, matching columns to fields' },
  },
  {
    id: 'papers',
    title: 'Print a touch-up card for a paint',
    steps: [
      'Open the paint and choose **Print Touch-Up Card**. For all paints of a home or a room, open the project, then **Papers**, and choose **Touch-Up Cards**.',
      'Choose 4 × 6 in or A6, then press **Download PDF** or **Open to Print**.',
      'Keep the card with the can.',
    ],
    more: 'You and your members can scan the code on the card to open the paint. If the room has a public QR code, anyone who scans the card sees what that shows.',
  },
  {
    id: 'spec-book',
    title: 'Print the whole home as a book',
    steps: [
      'Open the project, then **Papers**, and choose **Spec Book**.',
      'Choose the rooms, the paper size, and whether to include notes, pictures, and prices.',
      'Press **Download PDF**. The first time, pictures may take a moment.',
    ],
    more: 'Each finish has a mark, like PT-1 for a paint, that’s the same in every paper of the project. Once issued in a revision, a mark never moves to another product. Identical rooms are printed once, and empty rooms are left out.',
    picture: { name: 'spec-book', alt: 'The Papers screen with the spec book' },
  },
  {
    id: 'branding',
    title: 'Put your firm’s name and logo on papers and links',
    steps: [
      <>
        Open <Link to={paths.account()}>My Account</Link> and fill in <strong>Branding</strong>: name, phone, who drew
        it, and a logo.
      </>,
      'Press **Save Branding**. Papers and read-only links show your firm instead of Roomfolio.',
      'For one project, fill in **Branding** in **Edit Project**: its number, or another firm or logo.',
    ],
    more: 'Everyone who opens a paper or link of your projects sees it. When you hand a project over, your branding stays with you.',
  },
  {
    id: 'revisions',
    title: 'Issue revisions of the spec book',
    steps: [
      'Open the project, then **Papers**. Under **Spec Book**, choose what to include.',
      'Choose **Issued Revisions** and press **Issue Revision**. Add a note, such as who it’s for, and press **Issue Revision** again.',
      'When things change, issue the next one. It lists what’s new and marks it in the margin.',
    ],
    more: 'An issued revision never changes. Everyone on the project can download it, but read-only links don’t show it. Only the owner can remove one.',
    picture: { name: 'revisions', alt: 'Two issued revisions, with their dates and notes' },
  },
  {
    id: 'finish-schedule',
    title: 'Print a finish schedule and trade lists',
    steps: [
      'Open the project, then **Papers**, and choose **Finish Schedule** or **Trade Lists**.',
      'Choose the rooms and, for a trade list, the trade.',
      'Press **Download PDF**. The schedule goes on the job-site wall: rooms down, surfaces across. Each trade list tells one trade what to order, how much, and where it goes.',
    ],
    more: 'A paint’s subcategory sets its surface and trade. Location says which walls: “North and east walls” prints as N, E. Quantities are added up across rooms. Where there’s none, you get a line to write on.',
    picture: { name: 'finish-schedule', alt: 'The Papers screen with the finish schedule' },
  },
  {
    id: 'photo-inbox',
    title: 'Take photos now, file them later',
    steps: [
      'Open the project or a room and choose **Add Photos** under the three dots. On a phone, **Take Photos** opens the camera.',
      'Take as many as you like. Each photo is saved as it uploads and stays in the Photo Inbox until you file it.',
      'Later, open the **Photo Inbox**. Choose one or more photos and press the item they belong to. On a computer, you can drag them there.',
      'For something new, choose **New Item with Photo**. The photo stays in view while you type.',
    ],
    more: 'Sideways photo? Press **Turn Photo**. Deleted photos stay in the trash for 30 days. Everyone on the project sees the inbox, and Editors can file from it.',
    picture: { name: 'photo-inbox', alt: 'The Photo Inbox, with one photo chosen and items to add it to' },
  },
  {
    id: 'qr-labels',
    title: 'Put a QR label on a cabinet or an appliance',
    steps: [
      'Open the project, then **Papers**, and choose **QR Labels**.',
      'Choose the rooms, and labels for rooms, items, or both. For a single room, you can pick the items.',
      'Choose your label sheet: Avery 5160, Avery L7160, or a 62 mm roll. If the sheet is partly used, choose the first label left.',
      'Press **Print QR Labels** and print at 100%, without fitting to the page.',
    ],
    more: 'You and your members scan a label to open its room or item. If the room has a public QR code, anyone who scans sees what that shows.',
    picture: { name: 'qr-labels', alt: 'The Papers screen with QR labels' },
  },
  {
    id: 'read-only-links',
    title: 'Share with someone who has no account',
    steps: [
      'Open the project, then **People**, and press **New Link** under Read-Only Links.',
      'Name the link, choose the whole project, some rooms, a trade, or a category, set an expiration date if you want one, and pick what to hide.',
      'Press **Copy Link** and send it. Anyone with the link can view, search, and open files, but can’t change anything.',
      'For a code to print, choose a room under **QR Codes to Print**. You and your members scan it to open the room in Roomfolio. Everyone else sees what the link shows.',
    ],
    more: 'You can see when a link was last opened. **Turn Off** stops it right away, including its printed codes.',
    picture: { name: 'links', alt: 'A read-only link to a kitchen, with its QR code' },
  },
  {
    id: 'delete-and-restore',
    title: 'Delete and restore',
    steps: [
      'Delete items, rooms, projects, and files where you edit them. For a project, type its name to confirm.',
      'Changed your mind? Press **Undo** in the message within ten seconds.',
      <>
        Later, open the <Link to={paths.trash()}>Trash</Link> and press <strong>Restore</strong>. Deleted things stay
        there for 30 days.
      </>,
    ],
    more: 'A room or project comes back with everything that was in it.',
    picture: { name: 'trash', alt: 'The Trash' },
  },
  {
    id: 'account-and-password',
    title: 'Change your account or password',
    steps: [
      <>
        Open <Link to={paths.account()}>My Account</Link>.
      </>,
      'Edit your details and press **Update Account**. To change your email, enter your password too. Your username can’t change.',
      'For a new password, enter your current one, then the new one twice, and press **Change Password**. Your other devices are logged out.',
    ],
    more: 'Under **Sessions**, you can see where you’re logged in and end any you don’t recognize. **Recent Activity** lists your logins and security changes.',
    picture: { name: 'account', alt: 'My Account' },
  },
  {
    id: 'second-factor',
    title: 'Protect your account with a second factor',
    steps: [
      <>
        Install an authenticator app on your phone, open <Link to={paths.account()}>My Account</Link> and choose{' '}
        <strong>Set Up Second Factor</strong>.
      </>,
      'Scan the code with the app, then enter the six digits it shows and your password.',
      'Save the ten recovery codes. Each logs you in once if you lose your phone.',
    ],
    more: 'From then on, Log In also asks for a code. On your own device, choose **Remember this device for 30 days**.',
  },
  {
    id: 'passkeys',
    title: 'Log in without a password',
    steps: [
      <>
        Open <Link to={paths.account()}>My Account</Link> and choose <strong>Add Passkey</strong>. Enter your password,
        then confirm with your fingerprint, your face, or a PIN.
      </>,
      'Next time, pick the passkey in the username field of Log In, or choose **Log In with a Passkey**.',
    ],
    more: 'My Account lists your passkeys by device. Remove one when you give the device away. If Log In offers another account, such as Google, you can use that instead. The first time, it asks for your Roomfolio password once.',
  },
  {
    id: 'api-keys',
    title: 'Use your projects in other programs',
    steps: [
      <>
        Open <Link to={paths.keys()}>API Keys</Link> from My Account. Name a key, choose what it can do and in which
        projects, and enter your password.
      </>,
      'Copy the key. It’s shown only once.',
      'Below your keys, copy a recipe for curl, Home Assistant, or n8n into the other program.',
    ],
    more: 'A key can’t touch your account, your passwords, or other people’s access. Remove it on the same page, and it stops working right away.',
    picture: { name: 'api-keys', alt: 'The API Keys screen, with the name of a new key' },
  },
  {
    id: 'webhooks',
    title: 'Tell other programs about changes',
    steps: [
      'Open a project, press **Edit Project**, and choose **Webhooks** at the end.',
      'Enter the address that the other program gives you, and choose what to send.',
      'Copy the secret. The other program needs it to check the messages. It’s shown only once.',
      'Press **Send Test**, then **Refresh**, to see whether the message arrived.',
    ],
    more: 'Messages say what happened, where, and who did it. Only the owner of a project can create webhooks.',
    picture: { name: 'webhooks', alt: 'The Webhooks screen of a project' },
  },
  {
    id: 'download-data',
    title: 'Download or delete all your data',
    steps: [
      <>
        Open <Link to={paths.account()}>My Account</Link> and choose <strong>Download My Data</strong>. You get one ZIP
        with everything you’ve recorded, including your files.
      </>,
      'To leave, choose **Delete Account** on the same screen and enter your password. This permanently deletes your account and all your projects.',
    ],
  },
]

const CONSULTATION: Task = {
  id: 'consultation',
  title: 'Book a consultation',
  steps: [
    <>
      Open <Link to={`${paths.pricing()}#consultation`}>Pricing</Link> and go to the form below the prices.
    </>,
    'Tell us how we can help and when it suits you. You don’t need an account. If you have one, we fill in your name and addresses.',
    'Press **Send Request**. We answer by email or phone and agree on a time.',
  ],
  picture: { name: 'consultation', alt: 'The Book a Consultation form' },
}

const roles = (): Task => ({
  id: 'roles',
  title: 'What can users, resellers, and admins do?',
  steps: [
    'A User keeps projects, rooms, items, and files. Every new account has this role.',
    'A Reseller can also change room types, categories, subcategories, and fields.',
    isFeatureDisabled('prices')
      ? 'An Admin changes room types and manages people and their roles.'
      : 'An Admin changes room types, manages people and their roles, and reads consultation requests.',
  ],
  more: 'My Account lists your roles. Admins and Resellers have **Admin** in the header. There, **Structure** has the room types, and Admins change roles under **People**. In Edit Room, **Field Types** says what a field holds. Dates can trigger reminders. Web addresses and phone numbers become links.',
  picture: { name: 'admin-home', alt: 'The Structure screen' },
})
