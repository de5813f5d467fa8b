import type { IncomingHttpHeaders } from 'node:http';
import type { Observed } from '@onceover/schema/rest/secret';

/** Why it is in doubt whether a person opens a link. */
export type Doubt =
  /** The page did not say what it observed, or not in its form. */
  | 'unobserved'
  /** A program drives the browser. */
  | 'automation'
  /** The page was visible and focused for less time than a person needs to see it. */
  | 'hasty'
  /** A mouse pressed the button that had hardly moved, or the only key that was pressed at all; nothing else was touched. */
  | 'pathless'
  /** The browser knows of no activity of a person. */
  | 'inactive'
  /** The request is none that our page makes. */
  | 'request'
  /** It comes from the network of a link scanner. */
  | 'scanner'
  /** Several links are opened from one network within seconds. */
  | 'many-links';

/** What the server sees of the request itself. */
export interface Seen {
  readonly headers: Pick<IncomingHttpHeaders, 'sec-fetch-mode' | 'sec-fetch-dest'> & Readonly<Record<string, unknown>>;
  readonly isFromScanner: boolean;
  readonly hasManyLinks: boolean;
  /** A passphrase came along: who pressed Enter in its field needed no other key. */
  readonly hasPassphrase: boolean;
}

/** Faster than anybody reads one line and finds the button. */
const READY_MS = 800;
/** Programs put the mouse where they click with one movement, or two. */
const MOVES = 3;
/** Who has no mouse goes to the button by one key at least, and presses it by another. */
const KEYS = 2;

const rules: readonly (readonly [Doubt, (observed: Observed, seen: Seen) => boolean])[] = [
  ['automation', ({ automated }) => automated],
  ['hasty', ({ readyMs }) => readyMs < READY_MS],
  ['pathless', isPathless],
  ['inactive', ({ active }) => active === false],
  ['request', (_observed, { headers }) => !isOfOurPage(headers)],
  ['scanner', (_observed, { isFromScanner }) => isFromScanner],
  ['many-links', (_observed, { hasManyLinks }) => hasManyLinks],
];

/**
 * What speaks against a person; nothing for one. It judges by few and coarse facts, so that it never needs to recognise anybody: a
 * person in doubt holds the button, and nobody is refused.
 *
 * A finger and a pen come without a path, and assistive technology presses without pointer or key: none of them is doubted for that.
 */
export function weigh(observed: Observed | undefined, seen: Seen): readonly Doubt[] {
  if (observed === undefined) return ['unobserved'];
  return rules.filter(([, speaks]) => speaks(observed, seen)).map(([doubt]) => doubt);
}

function isPathless({ gesture, moves, inputs }: Observed, { hasPassphrase }: Seen): boolean {
  if (gesture === 'mouse') return moves + inputs < MOVES;
  return gesture === 'key' && inputs < KEYS && !hasPassphrase;
}

/**
 * Whether a request with Fetch metadata is the `fetch` of our page. `Sec-Fetch-User` comes only with navigations, so the
 * page's own request never has it: a navigation that opens a link would have to, and is none of ours either way.
 */
function isOfOurPage({ 'sec-fetch-mode': mode, 'sec-fetch-dest': to }: Seen['headers']): boolean {
  if (mode === undefined) return true;
  return (mode === 'cors' || mode === 'same-origin') && (to === undefined || to === 'empty');
}
