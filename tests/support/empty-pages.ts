/** What pages say that show nothing yet. */
export const EMPTY = {
  projects: "You haven't created any projects yet.",
  project: 'No rooms have been created for this project yet!',
  room: 'This room is empty.',
  trash: 'The trash is empty.',
  comingUp: 'Nothing is coming up.',
  inbox: 'Your photo inbox is empty.',
}
