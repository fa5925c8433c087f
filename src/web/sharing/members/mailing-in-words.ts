interface Mailing {
  email: string
  mailed: boolean
  unconfirmed: boolean
}

/** How the recipient gets the link of a new invitation or offer. */
export const mailingInWords = ({ email, mailed, unconfirmed }: Mailing): string =>
  mailed
    ? `An e-mail with a link is on its way to ${email}. The link below does the same; it is not shown again.`
    : `Send the link below to ${email} yourself. It is not shown again.${unconfirmed ? ' We mail invitations once you have confirmed your own address: open the link in the e-mail that we have sent you.' : ''}`
