import { queryRows } from '@onceover/postgres-kit/database-failure';
import type pg from 'pg';
import { attemptTiers } from '../../../domain/secret/passphrase-attempts.ts';
import type { AttemptLedger, Reservation } from '../../../use-cases/reveal/passphrase-attempts.ts';

interface ReservationRow {
  readonly outcome: Reservation['kind'];
  readonly retry_after: number;
  readonly attempts: number;
}

const reserveStatement = {
  name: 'reserve attempt',
  text: 'select * from secrets.reserve_attempt($1, $2, $3, $4, $5, $6, $7, $8, $9)',
};
const giveBackStatement = { name: 'give back attempt', text: 'select secrets.give_back_attempt($1, $2)' };

/** Attempts in PostgreSQL. `hashNetwork` is an HMAC: the network itself is never stored. */
export function createPostgresAttemptLedger(pool: pg.Pool, hashNetwork: (network: string) => Buffer): AttemptLedger {
  const limits = [
    attemptTiers.perNetwork,
    attemptTiers.networkWindowSeconds,
    attemptTiers.networkLockSeconds,
    attemptTiers.delayFrom,
    attemptTiers.firstDelaySeconds,
    attemptTiers.longestDelaySeconds,
    attemptTiers.perSecret,
  ];
  return {
    async reserve(lookup, network) {
      const values = [lookup, hashNetwork(network), ...limits];
      const [row] = await queryRows<ReservationRow>(pool, reserveStatement, values);
      if (row === undefined) throw new TypeError('reserve_attempt returned no row');
      const { outcome, retry_after, attempts } = row;
      if (outcome === 'reserved') return { kind: outcome, attempts };
      return outcome === 'limited' ? { kind: outcome, retryAfterSeconds: retry_after } : { kind: outcome };
    },
    async giveBack(lookup, network) {
      await queryRows(pool, giveBackStatement, [lookup, hashNetwork(network)]);
    },
  };
}
