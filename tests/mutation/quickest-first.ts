import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests of single values come before those of many, and those that need a database: the first that notices a change ends its run. */
export class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const cost = ({ moduleId }: TestSpecification) =>
      /\.int\.test\.ts$/.test(moduleId) ? 2 : Number(/\.prop\.test\.ts$/.test(moduleId));
    return (await super.sort(files)).sort((one, other) => cost(one) - cost(other));
  }
}
