interface Mailing {
  email: string
  mailed: boolean
  unconfirmed: boolean
}

/** How the recipient gets the link of a new invitation or offer. */
export const mailingInWords = ({ email, mailed, unconfirmed }: Mailing): string =>
  mailed
    ? `We emailed a link to ${email}. You can also copy it below. It won’t be shown again.`
    : `Copy this link and send it to ${email}. It won’t be shown again.${unconfirmed ? ' To have invitations emailed for you, confirm your own address first: open the link in the email we sent you.' : ''}`
