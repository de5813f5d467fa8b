import type { Mutant } from './run-stryker.ts';

/** Why changes that no test notices change nothing that anybody could see. */
export interface Explanation {
  readonly file: string;
  /** The line of the source, without its indentation, so that it stays true when lines above it come and go. */
  readonly text: string;
  /** Those of this line for which the reason holds, as `changeOf` writes them. */
  readonly changes: readonly string[];
  readonly reason: string;
}

/** What came of one group. */
export interface Verdict {
  readonly killed: number;
  readonly timedOut: number;
  readonly explained: number;
  /** Those that nobody has explained: tests are missing. */
  readonly survivors: readonly Mutant[];
  /** Explanations of what is not there, or not a survivor any more. */
  readonly stale: readonly Explanation[];
  /** Of a hundred mutants, how many the tests noticed; those that are explained count as not noticed. */
  readonly score: number;
}

/** A change that does not run is none, and counts nowhere. */
export function judge(mutants: readonly Mutant[], explanations: readonly Explanation[]): Verdict {
  const count = (status: Mutant['status']) => mutants.filter((mutant) => mutant.status === status).length;
  const alive = mutants.filter(({ status }) => status === 'survived' || status === 'uncovered');
  const survivors = alive.filter((mutant) => !explanations.some((each) => fits(each, mutant)));
  const [killed, timedOut] = [count('killed'), count('timeout')];
  const all = killed + timedOut + alive.length;
  return {
    killed,
    timedOut,
    explained: alive.length - survivors.length,
    survivors,
    stale: explanations.flatMap((each) => withoutUsed(each, alive)),
    score: all === 0 ? 0 : Math.floor(((killed + timedOut) / all) * 1000) / 10,
  };
}

/** A change in words: what stood there, and what stands there instead. */
export function changeOf({ original, replacement }: Mutant): string {
  return `${original} => ${replacement}`;
}

function fits({ file, text, changes }: Explanation, mutant: Mutant): boolean {
  return file === mutant.file && text === mutant.text && changes.includes(changeOf(mutant));
}

function withoutUsed(explanation: Explanation, alive: readonly Mutant[]): Explanation[] {
  const unused = explanation.changes.filter(
    (change) => !alive.some((mutant) => fits({ ...explanation, changes: [change] }, mutant)),
  );
  return unused.length > 0 || explanation.changes.length === 0 ? [{ ...explanation, changes: unused }] : [];
}
