/** What is chosen in a list, by the ids of its rows. */
export type Chosen = ReadonlySet<string>;

export const noneChosen: Chosen = new Set();

export function toggled(chosen: Chosen, id: string): Chosen {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** With all of these chosen, or, if they are already, none of them. */
export function allToggled(chosen: Chosen, ids: readonly string[]): Chosen {
  const these = new Set(ids);
  return shareChosen(chosen, ids) === 'all' ? chosen.difference(these) : chosen.union(these);
}

export function shareChosen(chosen: Chosen, ids: readonly string[]): 'none' | 'some' | 'all' {
  const count = ids.filter((id) => chosen.has(id)).length;
  if (count === 0) return 'none';
  return count === ids.length ? 'all' : 'some';
}
