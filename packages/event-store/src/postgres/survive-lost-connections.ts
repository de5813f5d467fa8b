import type pg from 'pg';

const guarded = new WeakSet<object>();
const dead = new WeakSet<object>();

/**
 * A connection that dies raises `error` on its client, which ends the process unless there is a listener. Its user
 * learns about it from the rejected query, so an empty listener is enough here.
 */
export function surviveLostConnections(pool: pg.Pool): void {
  if (guarded.has(pool)) return;
  guarded.add(pool);
  pool.on('error', ignore);
  pool.on('acquire', (client) => {
    if (guarded.has(client)) return;
    guarded.add(client);
    client.on('error', () => void dead.add(client));
    client.on('end', () => void dead.add(client));
  });
}

/** Whether a connection of a guarded pool has died: a statement given to it now would not be sent. */
export function isDead(client: object): boolean {
  return dead.has(client);
}

function ignore(): void {}
