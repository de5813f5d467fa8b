import type { CommitNews } from '../types.ts';

/** A command that appended, as far as its listeners are concerned. */
export interface Appended {
  readonly isOwned: boolean;
  readonly types: readonly string[];
}

/** The news of one commit; undefined if it appended nothing. */
export function newsOf(source: string, appended: readonly Appended[]): CommitNews | undefined {
  if (appended.length === 0) return undefined;
  const owned = new Set<string>();
  const unowned = new Set<string>();
  for (const { isOwned, types } of appended) for (const type of types) (isOwned ? owned : unowned).add(type);
  return { source, owned, unowned };
}
