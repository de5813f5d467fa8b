import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import type { MutationGroup } from './groups.ts';

/** Files in the order in which a group names them: the first that notices a change ends the run, so quick ones come first. */
export function orderOf({ tests }: MutationGroup): typeof BaseSequencer {
  const placeOf = ({ moduleId }: TestSpecification) =>
    tests.findIndex((pattern) => path.matchesGlob(moduleId, `/**/${pattern}`));
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return (await super.sort(files)).sort((one, other) => placeOf(one) - placeOf(other));
    }
  };
}
