/** What is moved, in the order of the report. */
export const movedKinds = ['account', 'password', 'API token', 'colonel', 'domain', 'private link', 'secret'] as const;
export type MovedKind = (typeof movedKinds)[number];

/** What became of one thing. */
export interface Finding {
  readonly kind: MovedKind;
  /** An address, a host or the beginning of a key: never anything that opens something. */
  readonly name: string;
  readonly outcome: 'taken' | 'already there' | 'left';
  /** Why it was left, or what its owner has to do, as the end of a sentence. */
  readonly reason?: string;
}

/** Left without being named: there may be very many, and nobody misses them. */
export const NOT_VERIFIED = 'its address was never verified';

/** Names of things that were left are said at once, so that they need not be kept; numbers at the end. */
export interface Report {
  add(finding: Finding): void;
  /** Lines to print. */
  summary(): readonly string[];
  /** How many things of a kind are here now because of this move or one before. */
  hereNow(kind: MovedKind): number;
}

type Counts = Record<Finding['outcome'], number> & { readonly reasons: Map<string, number> };

export function createReport(write: (line: string) => void): Report {
  const counted = new Map<MovedKind, Counts>();
  return {
    add({ kind, outcome, ...texts }) {
      const name = printable(texts.name);
      const reason = texts.reason === undefined ? undefined : printable(texts.reason);
      const counts = counted.get(kind) ?? { taken: 0, 'already there': 0, left: 0, reasons: new Map() };
      counted.set(kind, counts);
      counts[outcome] += 1;
      if (reason === undefined) return;
      const why = `${outcome}: ${reason}`;
      counts.reasons.set(why, (counts.reasons.get(why) ?? 0) + 1);
      if (reason !== NOT_VERIFIED) write(`${outcome}: ${kind} ${name}: ${reason}`);
    },
    hereNow(kind) {
      const counts = counted.get(kind);
      return counts === undefined ? 0 : counts.taken + counts['already there'];
    },
    summary: () =>
      movedKinds.flatMap((kind) => {
        const counts = counted.get(kind);
        return counts === undefined ? [] : linesOf(kind, counts);
      }),
  };
}

/** Names are whatever was typed there: what a terminal would obey or nobody can see is replaced. */
const printable = (text: string): string => text.replaceAll(/\p{C}/gu, '\uFFFD');

function linesOf(kind: MovedKind, counts: Counts): readonly string[] {
  const { taken, left, reasons } = counts;
  const already = counts['already there'];
  const found = taken + already + left;
  return [
    `${`${kind}s`.padEnd(14)} found ${found}, taken ${taken}, already there ${already}, left ${left}`,
    ...[...reasons].map(([why, number]) => `${' '.repeat(15)}${number} ${why}`),
  ];
}
