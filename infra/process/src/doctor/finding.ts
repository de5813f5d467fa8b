/** What was found of one thing: in order; worth a look; or wrong, so that somebody has to act. */
export type Verdict = 'ok' | 'look' | 'wrong';

export interface Found {
  readonly verdict: Verdict;
  /** One sentence without a full stop: what was found. Never a secret. */
  readonly says: string;
  /** What to type or set, where there is something to do. */
  readonly todo?: string;
  /** Where docs/OPERATIONS.md says more: the title of a section. */
  readonly more?: string;
}

/** What was found, with the name of the check that found it. */
export interface Finding extends Found {
  readonly check: string;
}

export const ok = (says: string): Found => ({ verdict: 'ok', says });
export const look = (says: string, todo?: string, more?: string): Found => found('look', says, todo, more);
export const wrong = (says: string, todo?: string, more?: string): Found => found('wrong', says, todo, more);

function found(verdict: Verdict, says: string, todo: string | undefined, more: string | undefined): Found {
  return { verdict, says, ...(todo === undefined ? {} : { todo }), ...(more === undefined ? {} : { more }) };
}

/** Bad news alone if there is any; else what is in order, as one sentence. */
export function worstOf(all: readonly Found[], inOrder: string): readonly Found[] {
  const bad = all.filter(({ verdict }) => verdict !== 'ok');
  return bad.length > 0 ? bad : [ok(inOrder)];
}
