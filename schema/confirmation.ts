/** Characters of an id's end: short enough to type, and seldom the same for two. */
const typed = 8;

/** How many things one confirmation covers at most: a person who confirms has looked at each. */
export const mostConfirmedAtOnce = 100;

/** What a colonel types to confirm a change of what has this id. Ids are lower case. */
export function confirmationOf(id: string): string {
  return id.slice(-typed);
}

/** Whether what was typed confirms a change of what has this id; spaces around it and capitals are forgiven. */
export function isConfirmedBy(confirmation: string, id: string): boolean {
  return id !== '' && confirmation.trim().toLowerCase() === confirmationOf(id);
}
