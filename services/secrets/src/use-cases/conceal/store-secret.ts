import { StaleInput } from '@onceover/event-store';
import { OutageError, OutcomeUnknownError } from '@onceover/service-kit/errors';
import { reloadKeys } from '../secret/reload-keys.ts';
import { type Concealing, type SealedWish, type StorePorts, sealWish } from './conceal-command.ts';
import type { MadeSecret } from './concealed.ts';

const concealTries = 3;

/**
 * Makes keys, seals and stores in one commit. `duplicate` when the command ran before: nothing was stored now.
 * Mails that were counted are given back unless they are wanted, or nobody knows.
 */
export async function storeSecret(ports: StorePorts, concealing: Concealing): Promise<MadeSecret | 'duplicate'> {
  const { wish, mailing } = concealing;
  let isGivenBack = mailing !== null;
  const keys = ports.keys.newKeys();
  let passphraseKey: Buffer | null = null;
  try {
    passphraseKey = await passphraseKeyOf(ports, wish.passphrase, keys.secretKey);
    for (let tries = 0; tries < concealTries; tries += 1) {
      const sealed = sealWish(ports, concealing, keys, passphraseKey);
      const outcome = await store(ports, sealed);
      if (outcome === 'duplicate') return outcome;
      if (outcome === 'appended') {
        isGivenBack = false;
        return sealed;
      }
      await Promise.all([reloadKeys(ports.keyRing), ports.databaseTime.measure()]);
    }
    throw new OutageError('clock', { retryAfterSeconds: 1 });
  } catch (error) {
    if (error instanceof OutcomeUnknownError) isGivenBack = false;
    throw error;
  } finally {
    passphraseKey?.fill(0);
    // Best effort: where the database is away they stay counted.
    if (isGivenBack) await mailing?.giveBack().catch(() => undefined);
  }
}

/** `stale` when a key or the clock moved on while the secret was sealed. */
async function store(ports: StorePorts, sealed: SealedWish): Promise<'appended' | 'duplicate' | 'stale'> {
  await ports.failpoint('conceal.before_commit');
  try {
    const committing = ports.events.execute(sealed.command);
    await ports.failpoint('conceal.commit_sent');
    const { outcome } = await committing;
    await ports.failpoint('conceal.committed');
    return outcome;
  } catch (error) {
    if (error instanceof StaleInput) return 'stale';
    throw error;
  }
}

async function passphraseKeyOf({ kdf }: StorePorts, passphrase: string, secretKey: string): Promise<Buffer | null> {
  return passphrase === '' ? null : await kdf.withPlace((derive) => derive(passphrase, secretKey));
}
