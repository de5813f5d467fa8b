import type { CommitNews, Position } from '../types.ts';

/** A command that appended, as far as its listeners are concerned. */
export interface Appended {
  /** Position of its last event. */
  readonly position: Position;
  readonly isOwned: boolean;
  readonly types: readonly string[];
}

/** The news of one commit; undefined if it appended nothing. */
export function newsOf(source: string, appended: readonly Appended[]): CommitNews | undefined {
  const [first] = appended;
  if (first === undefined) return undefined;
  let upTo = first.position;
  const owned = new Set<string>();
  const unowned = new Set<string>();
  for (const { position, isOwned, types } of appended) {
    if (position > upTo) upTo = position;
    for (const type of types) (isOwned ? owned : unowned).add(type);
  }
  return { source, upTo, owned, unowned };
}
