import { setTimeout as rest } from 'node:timers/promises';
import { createDoorbell, type Doorbell } from '@onceover/event-bus';
import { missingLogs } from '@onceover/event-store';
import { withClient } from '@onceover/postgres-kit/app-connection';
import type { PostgresAddress } from '@onceover/postgres-server';
import { ringBells } from '@onceover/schema/events/bells';
import { logNames } from '@onceover/schema/events/logs';
import { type Bells, createBells } from '@onceover/service-kit/bells';
import { NamedError } from '@onceover/service-kit/errors';

/*
 * What the processes share besides their questions: one function for each, because each of them may be kept elsewhere.
 */

/** What this process needs of another one is not there. The message says what to start. */
export class MissingNeighbour extends NamedError {}

const PATIENCE_MS = 60_000;
const CHECK_EVERY_MS = 250;

/**
 * Where the consumers of a service read events: in the PostgreSQL logs themselves. Each process migrates its own; they are all
 * there before anybody listens to one.
 *
 * Refuses  MissingNeighbour: after a minute some are not there
 */
export async function openEvents(database: PostgresAddress, patienceMs = PATIENCE_MS): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const missing = await withClient(database, (client) => missingLogs(client, logNames));
    if (missing.length === 0) return;
    if (performance.now() > deadline) {
      throw new MissingNeighbour(
        `The database of ONCEOVER_DATABASE_URL has no log of ${missing.join(', ')} yet: start the processes of these services on the same database, and then this one again.`,
      );
    }
    await rest(CHECK_EVERY_MS);
  }
}

/** The bells that streams of this process listen to, and whatever rings for what the process commits. */
export function openBells(stack: AsyncDisposableStack): { readonly doorbell: Doorbell; readonly bells: Bells } {
  const [doorbell, bells] = [createDoorbell(), createBells()];
  stack.use(ringBells(doorbell, bells));
  return { doorbell, bells };
}
