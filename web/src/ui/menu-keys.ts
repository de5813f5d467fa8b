/** Where a key moves to in a list of names: arrows wrap around, Home and End jump, a letter finds the next name. */
export function menuTarget(key: string, current: number, names: readonly string[]): number | null {
  const { length } = names;
  if (key === 'ArrowDown') return (current + 1) % length;
  if (key === 'ArrowUp') return (current - 1 + length) % length;
  if (key === 'Home') return 0;
  if (key === 'End') return length - 1;
  if ([...key].length !== 1 || key === ' ') return null;
  const letter = key.toLocaleLowerCase();
  for (let step = 1; step <= length; step += 1) {
    const index = (current + step) % length;
    if (names[index]?.toLocaleLowerCase().startsWith(letter)) return index;
  }
  return null;
}
