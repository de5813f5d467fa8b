import { VersionConflict } from '@onceover/event-store';
import type { Caller, CustomerCaller } from '@onceover/schema/caller';
import { operatorMeta, provenOperatorOnly } from '@onceover/schema/colonel-proof';
import { isConfirmedBy } from '@onceover/schema/confirmation';
import type { Clock } from '@onceover/service-kit/clock';
import { OutageError } from '@onceover/service-kit/errors';
import { isId, newId } from '@onceover/service-kit/ids';
import { burnSecret } from '../../domain/secret/burn-secret.ts';
import { SecretNotBurnable } from '../../domain/secret/secret-errors.ts';
import type { SecretWrites } from '../secret/secret-writes.ts';
import { type StoredSecret, secretStateOf } from '../secret/stored-secret.ts';
import type { KeyRing } from '../secret/with-loaded-keys.ts';
import type { ListedSecrets } from './listed-secrets.ts';

export interface BurningPorts {
  readonly listed: Pick<ListedSecrets, 'find'>;
  readonly writes: Pick<SecretWrites, 'end'>;
  readonly keyRing: Pick<KeyRing, 'current'>;
  readonly databaseTime: Clock;
}

export interface BurningWish {
  /** At most `mostConfirmedAtOnce`. */
  readonly ids: readonly string[];
  /** The end of the last id, as the colonel typed it. */
  readonly confirmation: string;
  readonly reasonCode: string;
}

/** Which of them were burned now, and how many were not: they had ended, or there is no such secret. */
export interface Burned {
  readonly burned: readonly string[];
  readonly endedBefore: number;
}

const tries = 3;

/**
 * Burns secrets by their ids, without passphrase or key. Each is a commit of its own, with its record in the trail of whom it
 * concerns, and competes with a reveal like any burn. The owner sees that an operator did it.
 *
 * Refuses  account.reauthentication-required, .wrong-confirmation; `NotAuthorizedError` for everybody but colonels
 * Source   security 5.9; web 8.7
 */
export function burnListedSecretsUseCase(ports: BurningPorts) {
  return async ({ ids, confirmation, reasonCode }: BurningWish, caller: Caller): Promise<Burned> => {
    const isConfirmed = isConfirmedBy(confirmation, ids.at(-1) ?? '');
    const operator = provenOperatorOnly(caller, ports.databaseTime.now(), isConfirmed);
    ports.keyRing.current(); // sealed: nothing is read or consumed
    const wanted = [...new Set(ids)].filter(isId);
    const found = await ports.listed.find(wanted);
    const outcomes = await Promise.all(found.map((secret) => burnOne(ports, secret, operator, reasonCode)));
    const burned = found.filter((_, place) => outcomes[place]).map(({ secretId }) => secretId);
    return { burned, endedBefore: new Set(ids).size - burned.length };
  };
}

/** False: it has ended already, or ended first. */
async function burnOne(
  ports: BurningPorts,
  first: StoredSecret,
  operator: CustomerCaller,
  reasonCode: string,
): Promise<boolean> {
  let secret: StoredSecret | undefined = first;
  for (let attempt = 0; attempt < tries && secret !== undefined; attempt += 1) {
    try {
      await execute(ports, secret, operator, reasonCode);
      return true;
    } catch (error) {
      if (error instanceof SecretNotBurnable) return false;
      if (!(error instanceof VersionConflict)) throw error;
    }
    [secret] = await ports.listed.find([first.secretId]);
  }
  if (secret === undefined) return false;
  throw new OutageError('claim', { retryAfterSeconds: 1 });
}

async function execute(
  { writes }: BurningPorts,
  secret: StoredSecret,
  operator: CustomerCaller,
  reasonCode: string,
): Promise<void> {
  const { secretId, binding, readAt } = secret;
  const event = burnSecret({ by: 'authenticated', byOperator: true, at: readAt }, secretStateOf(secret));
  const target = { targetKind: 'secret', targetRef: secretId, secretId };
  await writes.end({
    context: { commandId: newId(), tenantRef: binding.ownerRef, meta: operatorMeta(operator) },
    isRemembered: false,
    secret,
    ending: 'burned',
    event,
    operatorAction: { operatorRef: operator.accountRef, action: 'secret_burned', ...target, reasonCode },
    deliveryConfirmed: null,
    redelivery: null,
  });
}
