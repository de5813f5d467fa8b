import { DomainError } from '@onceover/service-kit/errors';
import { expect, test } from 'vitest';
import { SecretGone } from '../../domain/secret/secret-errors.ts';
import { anonymous } from '../../test-support/anonymous.ts';
import type { StoredSecret } from '../secret/stored-secret.ts';
import {
  type PassphrasePorts,
  type Reservation,
  withCountedAttempt,
  withPassphraseKey,
} from './passphrase-attempts.ts';

const secret = { binding: { lookup: Buffer.alloc(32) } } as StoredSecret;
const guess = { secret, secretKey: 'k', passphrase: 'plum', caller: anonymous() };

/** Ports that answer a reservation in this way, and note what else is asked of them. */
function portsWhere(reservation: Reservation) {
  const asked: string[] = [];
  const key = Buffer.alloc(32, 1);
  const ports = {
    kdf: {
      withPlace: <R>(work: (derive: () => Promise<Buffer>) => Promise<R>) =>
        work(async () => {
          asked.push('derive');
          return key;
        }),
    },
    attempts: { reserve: async () => reservation, giveBack: async () => void asked.push('give back') },
    refusedOpenings: { note: () => asked.push('note'), record: async () => void asked.push('record') },
    failpoint: () => undefined,
  } as unknown as PassphrasePorts;
  return { ports, asked, key };
}
const reserved = { kind: 'reserved', attempts: 1 } as const;

test('where a secret has ended nothing is derived, used or given back', async () => {
  const { ports, asked } = portsWhere({ kind: 'ended' });
  const use = async () => 'used';
  expect(await withPassphraseKey(ports, guess, use, async () => 'ended')).toBe('ended');
  expect(await withCountedAttempt(ports, guess, use, async () => 'ended')).toBe('ended');
  expect(asked).toEqual([]);
});

test('a key is overwritten once it was used, also where that failed', async () => {
  const { ports, asked, key } = portsWhere(reserved);
  const use = async (given: Buffer | null) => {
    expect(given).toEqual(Buffer.alloc(32, 1));
    throw new Error('no disk');
  };
  await expect(withPassphraseKey(ports, guess, use, async () => 'ended')).rejects.toThrow('no disk');
  expect(key).toEqual(Buffer.alloc(32));
  expect(asked).toEqual(['derive', 'give back']);
});

test('an attempt whose answer is a refusal stays counted, and is no fault of ours', async () => {
  const { ports, asked } = portsWhere(reserved);
  const gone = async () => {
    throw new SecretGone();
  };
  await expect(withCountedAttempt(ports, guess, gone, gone)).rejects.toBeInstanceOf(DomainError);
  expect(asked).toEqual([]);
});
