/** Whether copies of an item that was saved are to be changed too: asked behind the save, by code that comes with it. */
export const offerOthers = (itemID: number, message: string): void => {
  import('../others/offer-others.tsx').then((others) => others.offerOthers(itemID, message)).catch(console.error)
}
