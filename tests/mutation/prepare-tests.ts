import fc from 'fast-check';
import { afterAll, beforeEach } from 'vitest';
import { type GroupName, groups, type MutationGroup } from './groups.ts';

interface Stryker {
  readonly activeMutant?: string;
  mutantCoverage?: unknown;
}

const stryker = () => (globalThis as { __stryker__?: Stryker }).__stryker__;
const group: MutationGroup | undefined = groups[process.env.MUTATION_GROUP as GroupName];

// Every run makes up the same values, so that a change is noticed by all of them or by none; a few are enough.
fc.configureGlobal({ seed: 1, numRuns: 20 });

// What is left out ends here. What another test starts is to run the same mutant; instrumented sources look there for it.
beforeEach(({ task, skip }) => {
  if (group?.without?.includes(task.name)) skip();
  const mutant = stryker()?.activeMutant;
  if (mutant === undefined) delete process.env.__STRYKER_ACTIVE_MUTANT__;
  else process.env.__STRYKER_ACTIVE_MUTANT__ = mutant;
});

// The runner tells of what was reached even where it is told not to; this comes before it does.
afterAll(() => {
  const told = stryker();
  if (group?.startsPrograms && told !== undefined) delete told.mutantCoverage;
});
