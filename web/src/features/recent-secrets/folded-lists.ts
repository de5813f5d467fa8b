import { useState } from 'react';
import { type RecentListName, recentListNames } from '../../activity/recent-list.ts';
import { toggled } from '../../lib/chosen.ts';
import { readChoice, storeChoice } from '../../site/stored-choice.ts';

/** Which lists are folded, kept in this browser. */
export function useFoldedLists() {
  const [folded, setFolded] = useState(() => foldedIn(readChoice('recent.folded')));
  const fold = (name: RecentListName) => {
    const next = foldedIn([...toggled(folded, name)].join(' '));
    setFolded(next);
    storeChoice('recent.folded', next.size === 0 ? null : [...next].join(' '));
  };
  return { folded, fold };
}

/** What is stored may be of another version. */
export function foldedIn(stored: string | null): ReadonlySet<RecentListName> {
  const words = (stored ?? '').split(' ');
  return new Set(recentListNames.filter((name) => words.includes(name)));
}
