const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
})

/** Such as '$4.99' or '$50'. */
export const price = (amount: number): string => dollars.format(amount)
