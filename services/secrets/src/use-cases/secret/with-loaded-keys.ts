import { OutageError } from '@onceover/service-kit/errors';
import { KeyGone, type KeyRing, Undecryptable } from './crypto-ports.ts';
import type { Alarm } from './ports.ts';
import { reloadKeys } from './reload-keys.ts';

/**
 * Opens something stored. A key that is not loaded is loaded once and the row read again, because a rotation may have
 * re-wrapped it meanwhile. What still does not open is our failure: 503 and an alarm, and nothing is consumed.
 *
 * `read` gives the row anew, or null when it is gone; then so is the answer.
 */
export async function withLoadedKeys<Row, R>(
  ports: { readonly keyRing: KeyRing; readonly alarm: Alarm },
  row: Row,
  secretIdOf: (row: Row) => string,
  open: (row: Row) => R,
  read: () => Promise<Row | null>,
): Promise<R | null> {
  try {
    return open(row);
  } catch (error) {
    if (!(error instanceof KeyGone)) throw asOutage(error, secretIdOf(row), ports.alarm);
  }
  await reloadKeys(ports.keyRing);
  const again = await read();
  if (again === null) return null;
  try {
    return open(again);
  } catch (error) {
    throw asOutage(error, secretIdOf(again), ports.alarm);
  }
}

function asOutage(error: unknown, secretId: string, alarm: Alarm): unknown {
  if (error instanceof KeyGone) {
    alarm(secretId, 'key-gone', error);
    return new OutageError('keys', { cause: error });
  }
  if (error instanceof Undecryptable) {
    alarm(secretId, 'undecryptable', error);
    return new OutageError('vault', { cause: error });
  }
  return error;
}
