interface Registration {
  user: string
  pwd: string
  inputs: Record<'email' | 'phone' | 'first' | 'last' | 'address' | 'city' | 'state' | 'zip', string>
}

/** The texts of the page Register, by label. */
export const registrationFields = ({ user, pwd, inputs }: Registration): Readonly<Record<string, string>> => ({
  Username: user,
  'Email Address': inputs.email,
  'Phone Number': inputs.phone,
  'First Name': inputs.first,
  'Last Name': inputs.last,
  Address: inputs.address,
  City: inputs.city,
  State: inputs.state,
  Zip: inputs.zip,
  Password: pwd,
  'Confirm Password': pwd,
})
