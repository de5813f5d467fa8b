const maxShown = 5;
const maxShownCharacters = 100;

/** Values out of somebody's DNS for people to read: five, 100 characters each, nothing unprintable. */
export function printableValues(values: readonly string[]): readonly string[] {
  return [...new Set(values.map(printable))].slice(0, maxShown);
}

/** The owner of a zone chooses these bytes, and they are shown on a screen. */
function printable(value: string): string {
  return [...value.slice(0, maxShownCharacters)].map((each) => (/\p{C}/u.test(each) ? '\uFFFD' : each)).join('');
}
