/** When to begin with what queued: makes a function that asks for `work` to be called. */
export type StartOn = (work: () => void) => () => void;

/**
 * Once, at the end of this turn of the event loop, however often it is asked: what arrived in the same turn goes together,
 * and a caller who is alone waits some microseconds.
 */
export const atEndOfTurn: StartOn = (work) => {
  let isAsked = false;
  const run = () => {
    isAsked = false;
    work();
  };
  return () => {
    if (isAsked) return;
    isAsked = true;
    setImmediate(run);
  };
};

/** Whenever it is asked. */
export const atOnce: StartOn = (work) => work;
