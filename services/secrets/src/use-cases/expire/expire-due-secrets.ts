import { VersionConflict } from '@onceover/event-store';
import { expireSecret } from '../../domain/secret/expire-secret.ts';
import { NotDue } from '../../domain/secret/secret-errors.ts';
import { systemContext } from '../secret/command-context.ts';
import type { Failpoint } from '../secret/failpoint.ts';
import type { SecretWrites } from '../secret/secret-writes.ts';
import { type StoredSecret, secretStateOf } from '../secret/stored-secret.ts';

/** A secret whose lifetime is over and whose end is not recorded yet. */
export type DueSecret = Pick<StoredSecret, 'secretId' | 'version' | 'binding' | 'readAt'>;

export interface DueSecrets {
  findDue(limit: number): Promise<readonly DueSecret[]>;
}

export interface ExpirePorts {
  readonly writes: SecretWrites;
  readonly vault: DueSecrets;
  readonly failpoint: Failpoint;
}

const batchSize = 200;

/**
 * The expiry sweeper: records the end of secrets whose lifetime is over and deletes what they held. Needs no key. Whether
 * one is due is decided by `adapters/postgres/sql/end_secrets.sql` as it ends; nothing opens meanwhile, because reads
 * and claims check the lifetime themselves.
 *
 * Shape    returns how many expired; one that somebody ended first is left alone (the guarded row decides)
 * Units    at most 200 secrets at a time; the event store keeps each transaction shorter than that
 * Source   security 3.5, T39; events reference 3
 */
export function expireDueSecretsUseCase(ports: ExpirePorts) {
  return async (): Promise<number> => {
    let expired = 0;
    for (;;) {
      const due = await ports.vault.findDue(batchSize);
      if (due.length === 0) return expired;
      await ports.failpoint('sweep.before_batch');
      const expiring = Promise.all(due.map((secret) => expire(ports, secret)));
      await ports.failpoint('sweep.batch_sent');
      const ended = (await expiring).filter((isExpired) => isExpired).length;
      await ports.failpoint('sweep.after_batch');
      expired += ended;
      // Some were due but none could be ended: leave them to the next sweep instead of trying for ever.
      if (due.length < batchSize || ended === 0) return expired;
    }
  };
}

async function expire({ writes }: ExpirePorts, secret: DueSecret): Promise<boolean> {
  const { secretId, binding, readAt } = secret;
  try {
    const outcome = await writes.end({
      context: systemContext(binding.ownerRef, `expire:${secretId}`),
      isRemembered: false,
      secret,
      ending: 'expired',
      event: expireSecret({ at: readAt }, secretStateOf({ state: 'new', binding })),
      deliveryConfirmed: null,
      redelivery: null,
    });
    return outcome === 'appended';
  } catch (error) {
    if (error instanceof VersionConflict || error instanceof NotDue) return false;
    throw error;
  }
}
