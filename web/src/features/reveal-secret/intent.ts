let current = '';

/** What the server gave the page with its last answer, to open the link with; empty: nothing yet. It opens nothing by itself. */
export function currentIntent(): string {
  return current;
}

export function adoptIntent(given: unknown): void {
  if (typeof given === 'string') current = given;
}
