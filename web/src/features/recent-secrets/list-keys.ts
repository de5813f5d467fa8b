/** What a single key does while the focus is in the lists. `Enter` is not among them: it follows the link of the row. */
export const listKeys = { j: 'next', k: 'previous', x: 'select', b: 'burn', '/': 'search', '?': 'help' } as const;

export type ListAction = (typeof listKeys)[keyof typeof listKeys];

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** Null: the key is somebody else's. On a keyboard of other letters it is the key in the place of the Latin one. */
export function actionOf(press: Press): ListAction | null {
  if (press.altKey || press.ctrlKey || press.metaKey) return null;
  const isLatin = /^[ -~]$/.test(press.key);
  const isLetter = [...press.key].length === 1;
  const key =
    isLatin || !isLetter ? press.key.toLowerCase() : (/^Key([A-Z])$/.exec(press.code)?.[1] ?? '').toLowerCase();
  return Object.hasOwn(listKeys, key) ? listKeys[key as keyof typeof listKeys] : null;
}

/** Where a step leads from the row at `place`; from outside of the rows (null) down to the first below, up to the last above. */
export function stepFrom(rows: { readonly before: number; readonly count: number }, isInRow: boolean, step: 1 | -1) {
  const { before, count } = rows;
  const place = isInRow ? before + step : before - (step === 1 ? 0 : 1);
  return place < 0 || place >= count ? null : place;
}
