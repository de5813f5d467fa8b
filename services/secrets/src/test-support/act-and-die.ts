import { createDoorbell } from '@onceover/event-bus';
import { createInternalCalls } from '@onceover/service-kit/internal-call';
import { expireDueSecretsUseCase } from '../use-cases/expire/expire-due-secrets.ts';
import { useCasesOf } from '../use-cases/use-cases.ts';
import { anonymous } from './anonymous.ts';
import { openParts } from './test-secrets.ts';
import { aBurn, aReveal, aShare } from './wishes.ts';

/**
 * A process of its own that acts on a secret and kills itself on the way, as a power cut would: `act-and-die.ts <json>` with the
 * settings, the database, the act and the point. Before that it makes another secret, and prints its key: it is acknowledged.
 */
const { config, database, point, act, made } = JSON.parse(process.argv[2] ?? '');
const stack = new AsyncDisposableStack();
let isArmed = false;
const failpoint = (name: string) => {
  if (isArmed && name === point) process.kill(process.pid, 'SIGKILL');
};
const deps = { database, doorbell: createDoorbell(), ask: createInternalCalls().ask, failpoint };
const parts = await openParts(config, deps, stack);
const useCases = useCasesOf(parts.ports);
const { secretKey: acknowledged } = await useCases.concealSecret(aShare(), anonymous());
await new Promise<void>((resolve) => process.stdout.write(`${acknowledged}\n`, () => resolve()));

const { secretKey, metadataKey, claimToken, passphrase, idempotencyKey } = made;
const acts: Readonly<Record<string, () => Promise<unknown>>> = {
  reveal: () => useCases.revealSecret(aReveal(secretKey, { claimToken, passphrase }), anonymous()),
  acknowledge: () => useCases.acknowledgeSecret(secretKey, claimToken, anonymous()),
  conceal: () => useCases.concealSecret(aShare({ idempotencyKey }), anonymous()),
  burn: () => useCases.burnSecret(aBurn(metadataKey), anonymous()),
  sweep: expireDueSecretsUseCase(parts.ports),
};
isArmed = true;
await acts[act]?.();
process.exit(7); // it lived
