/** Something that was asked and answered between two moments of one clock. */
export interface Timed {
  readonly invokedAt: number;
  /** Infinity if no answer came. */
  readonly returnedAt: number;
}

/** What a thing does when it is asked one operation after the other. */
export interface Model<State extends string, Operation extends Timed> {
  readonly initial: State;
  /** The state afterwards; null if in this state the answer would have been another one. */
  next(state: State, operation: Operation): State | null;
  /** True if nobody knows what became of it: it may have taken effect at any later time, or never. */
  isUnknown(operation: Operation): boolean;
}

/**
 * Finds an order in which the operations, one after the other, would have got the very answers they got, and in which
 * none that was answered comes after one that was asked later. Null if there is none: the history is not linearizable.
 *
 * Exact: every order is tried, save those that cannot differ. A state reached again with the same operations done is not
 * tried again (Wing and Gong 1993, with the memory of Lowe 2017). An operation that fits and changes nothing is taken at
 * once: in any order that works, it can be moved to the front.
 */
export function findOrder<State extends string, Operation extends Timed>(
  operations: readonly Operation[],
  model: Model<State, Operation>,
): Operation[] | null {
  const known = operations.reduce((bits, operation, at) => (model.isUnknown(operation) ? bits : bits | bit(at)), 0n);
  const failed = new Set<string>();

  const search = (done: bigint, state: State): Operation[] | null => {
    if ((done & known) === known) return [];
    const situation = `${state} ${done.toString(36)}`;
    if (failed.has(situation)) return null;
    const waiting = operations.entries().filter(([at]) => (done & bit(at)) === 0n);
    for (const [at, operation] of firstOf([...waiting])) {
      const next = model.next(state, operation);
      const isIdle = next === state;
      if (next === null || (isIdle && model.isUnknown(operation))) continue;
      const rest = search(done | bit(at), next);
      if (rest !== null) return [operation, ...rest];
      if (isIdle) break;
    }
    failed.add(situation);
    return null;
  };
  return search(0n, model.initial);
}

/** Those that may come first: asked before any of the others was answered. */
function firstOf<Operation extends Timed>(waiting: readonly (readonly [number, Operation])[]) {
  const horizon = Math.min(...waiting.map(([, { returnedAt }]) => returnedAt));
  return waiting.filter(([, { invokedAt }]) => invokedAt <= horizon);
}

function bit(at: number): bigint {
  return 1n << BigInt(at);
}
