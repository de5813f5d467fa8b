/** Whoever stops the command, by the name of the signal. The second one ends it at once. */
export type StopReason = 'SIGINT' | 'SIGTERM';

/** Aborts with a `StopReason` when the process is told to stop, so that the command can end in order. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] satisfies StopReason[]) process.once(name, () => controller.abort(name));
  return controller.signal;
}
