/** Generic contact data for API examples, like all sample data. */
export const EXAMPLE_ACCOUNT = {
  email: 'robin@example.com',
  phone: '(555) 010-0199',
  company: '',
  address: '12 Elm Street',
  address2: '',
  city: 'Burlington',
  state: 'VT',
  zip: '05401',
}
