const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPED[sign] ?? sign)

/** Lines of one mail with a head of their own, each a link. */
export interface MailList {
  title: string
  lines: readonly { above: string; words: string; below: string; link: string }[]
}

interface MailPage {
  title: string
  /** What stands above the button. */
  text: string
  /** What somebody wrote, in lines of their own. */
  quote?: string
  lists?: readonly MailList[]
  /** Shown below these. */
  others?: string
  button: { words: string; link: string }
  /** Shown below it, smaller, with its own link or the button's. */
  note: string
  end?: { words: string; link: string }
}

const quoted = (text: string): string =>
  `<p class="quote" style="margin:0 0 24px;padding:2px 0 2px 14px;border-left:3px solid #dbd9ce;white-space:pre-line">${escape(text)}</p>\n`

const SMALL = 'color:#5e6762;font-size:14px;line-height:20px'

const listed = ({ title, lines }: MailList): string =>
  `<h2 style="margin:0 0 4px;font:500 19px/26px Georgia,'Times New Roman',serif">${escape(title)}</h2>
${lines
  .map(
    ({ above, words, below, link }) =>
      `<p class="line" style="margin:0;padding:10px 0;border-top:1px solid #dbd9ce"><span class="note" style="${SMALL}">${escape(above)}</span><br><a class="link" href="${escape(link)}" style="color:#24665a;font-weight:600">${escape(words)}</a>${below === '' ? '' : `<br><span class="note" style="${SMALL}">${escape(below)}</span>`}</p>`,
  )
  .join('\n')}
<p style="margin:0 0 20px"></p>
`

const linked = (words: string, link: string): string =>
  `<a href="${escape(link)}" style="color:#5e6762">${escape(words)}</a>`

const paragraph = (text: string): string => `<p style="margin:0 0 24px">${escape(text)}</p>\n`

const BUTTON =
  "display:inline-block;padding:11px 20px;border:0;border-radius:8px;background:#24665a;color:#ffffff;font:600 16px/24px system-ui,'Segoe UI',Helvetica,Arial,sans-serif;text-decoration:none"

/** A sheet in the middle, in light and in dark, with nothing that is fetched. `body` is HTML. */
const sheet = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escape(title)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .paper { background: #141a18 !important }
  .sheet { background: #1c2321 !important; border-color: #343d39 !important; color: #ecede6 !important }
  .note, .note a { color: #9aa39d !important }
  .quote, .line { border-color: #343d39 !important }
  .link { color: #7fc6b2 !important }
  .button { background: #7fc6b2 !important; color: #0b241e !important }
}
</style>
</head>
<body class="paper" style="margin:0;padding:24px 12px;background:#f3f2ec">
<div class="sheet" role="main" style="max-width:520px;margin:0 auto;padding:32px;border:1px solid #dbd9ce;border-radius:12px;background:#fffefb;color:#1b2422;font:16px/24px system-ui,'Segoe UI',Helvetica,Arial,sans-serif;overflow-wrap:anywhere">
<h1 style="margin:0 0 12px;font:500 24px/30px Georgia,'Times New Roman',serif">${escape(title)}</h1>
${body}</div>
</body>
</html>
`

/**
 * The same mail for programs that show HTML: one column that is read on a phone, without a picture. All texts are data.
 */
export const htmlMail = ({ title, text, quote, lists = [], others, button, note, end }: MailPage): string =>
  sheet(
    title,
    `${paragraph(text)}${quote === undefined ? '' : quoted(quote)}${lists.map(listed).join('')}${others === undefined ? '' : paragraph(others)}<p style="margin:0 0 24px"><a class="button" href="${escape(button.link)}" style="${BUTTON}">${escape(button.words)}</a></p>
<p class="note" style="margin:0 0 8px;${SMALL}">${escape(note)}</p>
<p class="note" style="margin:0;${SMALL}">${end ? linked(end.words, end.link) : escape(button.link)}</p>
`,
  )

/** A page that a link of such a mail leads to: one question whose button posts to the page itself, or what came of it. */
export const htmlQuestion = (
  title: string,
  text: string,
  button: { words: string; link: string | undefined },
): string =>
  sheet(
    title,
    `${paragraph(text)}${
      button.link === undefined
        ? `<form method="post"><button class="button" style="${BUTTON};cursor:pointer">${escape(button.words)}</button></form>`
        : `<p style="margin:0"><a class="button" href="${escape(button.link)}" style="${BUTTON}">${escape(button.words)}</a></p>`
    }
`,
  )
