/** The text file that an item gets for unplaced values if its notes are full. */
export const VALUES_PAPER = 'Values Without a Place.txt'
