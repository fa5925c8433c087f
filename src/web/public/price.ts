const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
})

/** '$4.99', '$50'. */
export const price = (amount: number): string => dollars.format(amount)
