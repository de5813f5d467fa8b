import type { ResponsePath } from 'graphql';
import type { Run } from './run.ts';

export interface CompiledField {
  /** Its name in the answer. */
  readonly name: string;
  /** What it answers for an object; a promise where that takes time. Throws where the answer may not be null. */
  readonly answer: (source: unknown, parent: ResponsePath | undefined, run: Run) => unknown;
}

/** Answers fields of one object, in their order; a promise if any of them takes time. `at` is where the object is. */
export function answerFields(
  fields: readonly CompiledField[],
  source: unknown,
  at: ResponsePath | undefined,
  run: Run,
): unknown {
  const answers: Record<string, unknown> = {};
  let pending: string[] | undefined;
  try {
    for (const { name, answer } of fields) {
      const value = answer(source, at, run);
      answers[name] = value;
      if (isPromise(value)) {
        pending ??= [];
        pending.push(name);
      }
    }
  } catch (error) {
    if (pending === undefined) throw error;
    // The others may still fail, and somebody must hear of it.
    return whenAnswered(answers, pending).finally(() => {
      throw error;
    });
  }
  return pending === undefined ? answers : whenAnswered(answers, pending);
}

async function whenAnswered(answers: Record<string, unknown>, pending: readonly string[]): Promise<unknown> {
  const [only, ...others] = pending;
  if (only !== undefined && others.length === 0) {
    answers[only] = await answers[only];
    return answers;
  }
  const values = await Promise.all(pending.map((name) => answers[name]));
  for (const [index, name] of pending.entries()) answers[name] = values[index];
  return answers;
}

export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
