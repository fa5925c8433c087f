const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPED[sign] ?? sign)

interface MailPage {
  title: string
  /** What stands above the button. */
  text: string
  /** What somebody wrote, in lines of their own. */
  quote?: string
  button: { words: string; link: string }
  /** What stands below it, smaller. */
  note: string
}

const quoted = (text: string): string =>
  `<p class="quote" style="margin:0 0 24px;padding:2px 0 2px 14px;border-left:3px solid #dbd9ce;white-space:pre-line">${escape(text)}</p>\n`

/**
 * The same mail for programs that show HTML: one column that is read on a phone, in light and in dark, without a picture or
 * anything else that is fetched. All texts are data.
 */
export const htmlMail = ({ title, text, quote, button, note }: MailPage): string => `<!doctype html>
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
  .quote { border-color: #343d39 !important }
  .button { background: #7fc6b2 !important; color: #0b241e !important }
}
</style>
</head>
<body class="paper" style="margin:0;padding:24px 12px;background:#f3f2ec">
<div class="sheet" style="max-width:520px;margin:0 auto;padding:32px;border:1px solid #dbd9ce;border-radius:12px;background:#fffefb;color:#1b2422;font:16px/24px system-ui,'Segoe UI',Helvetica,Arial,sans-serif;overflow-wrap:anywhere">
<h1 style="margin:0 0 12px;font:500 24px/30px Georgia,'Times New Roman',serif">${escape(title)}</h1>
<p style="margin:0 0 24px">${escape(text)}</p>
${quote === undefined ? '' : quoted(quote)}<p style="margin:0 0 24px"><a class="button" href="${escape(button.link)}" style="display:inline-block;padding:11px 20px;border-radius:8px;background:#24665a;color:#ffffff;font-weight:600;text-decoration:none">${escape(button.words)}</a></p>
<p class="note" style="margin:0 0 8px;color:#5e6762;font-size:14px;line-height:20px">${escape(note)}</p>
<p class="note" style="margin:0;color:#5e6762;font-size:14px;line-height:20px">${escape(button.link)}</p>
</div>
</body>
</html>
`
