import type { Mutant } from './run-stryker.ts';

/** Why a change that no test notices is none: it stands for every survivor of its line that it fits. */
export interface Explanation {
  readonly file: string;
  /** The line of the source, without its indentation, so that it stays true when lines above it come and go. */
  readonly text: string;
  /** What stands there instead of it; several share a reason. */
  readonly replacements: readonly string[];
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

function fits({ file, text, replacements }: Explanation, mutant: Mutant): boolean {
  return file === mutant.file && text === mutant.text && replacements.includes(mutant.replacement);
}

function withoutUsed(explanation: Explanation, alive: readonly Mutant[]): Explanation[] {
  const unused = explanation.replacements.filter(
    (replacement) => !alive.some((mutant) => fits({ ...explanation, replacements: [replacement] }, mutant)),
  );
  return unused.length > 0 || explanation.replacements.length === 0 ? [{ ...explanation, replacements: unused }] : [];
}
