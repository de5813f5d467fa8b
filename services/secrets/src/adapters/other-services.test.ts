import { OutageError } from '@onceover/service-kit/errors';
import { createInternalCalls } from '@onceover/service-kit/internal-call';
import { expect, test } from 'vitest';
import { neighbours } from '../test-support/neighbours.ts';
import { createMailSealer } from './other-services.ts';

const envelope = { template: 'verify-account', address: 'nina@example.com', locale: 'en', path: '/secret/x' } as const;

test('an email is sealed for its delivery, and opens for the notifications service alone', async () => {
  const { ask, open } = neighbours();
  const seal = await createMailSealer(ask).ready();
  const { sealed, keyId } = seal('019d8f3a-6b1c-7e2f-9a41-5c0d2e7f8b13', envelope);
  expect(keyId).toBe('key-1');
  expect(sealed.includes('nina@example.com')).toBe(false);
  expect(open('019d8f3a-6b1c-7e2f-9a41-5c0d2e7f8b13', sealed)).toEqual(envelope);
  expect(() => open('019d8f3a-6b1c-7e2f-9a41-5c0d2e7f8b14', sealed)).toThrow();
  expect(() => neighbours().open('019d8f3a-6b1c-7e2f-9a41-5c0d2e7f8b13', sealed)).toThrow();
});

test('the key is asked for once, and again when its time is over', async () => {
  const { ask, asked } = neighbours();
  let now = Date.now();
  const sealer = createMailSealer(ask, () => now);
  await sealer.ready();
  await sealer.ready();
  expect(asked).toHaveLength(1);
  now += 3_700_000;
  await sealer.ready();
  expect(asked).toHaveLength(2);
});

test('while nobody gives one it is an outage', async () => {
  await expect(createMailSealer(createInternalCalls().ask).ready()).rejects.toBeInstanceOf(OutageError);
});
