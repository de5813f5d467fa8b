import type { IncomingHttpHeaders } from 'node:http';

/** What people ask of the product all the time. */
export const kinds = [
  'page',
  'conceal',
  'look',
  'reveal',
  'metadata',
  'burn',
  'email a link',
  'sign in',
  'dashboard',
  'trail',
  'check a domain',
] as const;
export type Kind = (typeof kinds)[number];

/** `away`: says that there is no answer at present. `cut`: there was no answer. `wrong`: whatever no outage excuses. */
export const verdicts = ['well', 'away', 'cut', 'wrong'] as const;
export type Verdict = (typeof verdicts)[number];

/** An answer, from whichever client. */
export interface AnyAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: answers have many shapes, and each is judged.
  readonly body: any;
}

/** How a REST answer is meant: 503 says that nothing is known at present, anything but success is wrong. */
export function judgeRest({ status, body }: AnyAnswer): Verdict {
  if (status === 200) return 'well';
  return status === 503 && ['unavailable', 'outcome_unknown'].includes(body?.code) ? 'away' : 'wrong';
}

interface GraphError {
  readonly extensions?: { readonly code?: string };
}

/** An answer of the graph is well with everything that was asked for; nothing that is missing goes without an error. */
export function judgeGraph(answer: AnyAnswer): Verdict {
  const errors: readonly GraphError[] = answer.body?.errors ?? [];
  if (errors.length === 0 && answer.status !== 200) return judgeRest(answer);
  if (errors.length === 0) return answer.body?.data?.viewer ? 'well' : 'wrong';
  return errors.every(({ extensions }) => extensions?.code === 'UNAVAILABLE') ? 'away' : 'wrong';
}

type Counts = Record<Verdict, number>;

/** Counts answers by kind and verdict, and remembers the wrong ones and the slowest one. */
export class Answers {
  readonly #counts = new Map<Kind, Counts>();
  readonly #lastWell = new Map<Kind, number>();
  readonly wrong: string[] = [];
  slowestAwayMs = 0;

  add(kind: Kind, verdict: Verdict, tookMs: number, what: string): void {
    const counts = this.#counts.get(kind) ?? { well: 0, away: 0, cut: 0, wrong: 0 };
    counts[verdict] += 1;
    this.#counts.set(kind, counts);
    if (verdict === 'well') this.#lastWell.set(kind, performance.now() - tookMs);
    if (verdict === 'away') this.slowestAwayMs = Math.max(this.slowestAwayMs, tookMs);
    if (verdict === 'wrong') this.wrong.push(`${kind}: ${what}`);
  }

  of(kind: Kind): Counts {
    return this.#counts.get(kind) ?? { well: 0, away: 0, cut: 0, wrong: 0 };
  }

  sum(verdict: Verdict): number {
    return kinds.reduce((sum, kind) => sum + this.of(kind)[verdict], 0);
  }

  /** Whether a request of every kind that began after a moment was answered well. */
  isWellSince(moment: number): boolean {
    return this.illSince(moment).length === 0;
  }

  illSince(moment: number): readonly Kind[] {
    return kinds.filter((kind) => (this.#lastWell.get(kind) ?? Number.NEGATIVE_INFINITY) < moment);
  }
}
