/** The name of the text file on an item whose notes have no room for what has no place. */
export const VALUES_PAPER = 'Values Without a Place.txt'
