import { setTimeout as rest } from 'node:timers/promises';
import { OutageError } from '@onceover/service-kit/errors';

/** 15 s in all: with the 30 s a server may take, that is inside the 60 s for which the email is ours. */
const RESTS_MS = [200, 800, 2000, 4000, 8000] as const;

/**
 * Writes down what has happened outside already, and does not give up at the first outage: an email that was sent and not
 * recorded is sent twice. `write` must be repeatable.
 */
export async function withPatience(write: () => Promise<void>, restsMs: readonly number[] = RESTS_MS): Promise<void> {
  for (const ms of restsMs) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof OutageError)) throw error;
    }
    await rest(ms);
  }
  await write();
}
