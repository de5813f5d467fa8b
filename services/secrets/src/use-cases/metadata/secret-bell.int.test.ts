import { secretBell } from '@onceover/schema/events/bells';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous } from '../../test-support/anonymous.ts';
import { startTestSecrets, type TestSecrets } from '../../test-support/test-secrets.ts';
import { aBurn, aReveal, aShare, aToken } from '../../test-support/wishes.ts';

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets();
});
afterAll(() => secrets[Symbol.asyncDispose]());

async function watched() {
  const { secretKey, metadata } = await secrets.useCases.concealSecret(aShare(), anonymous());
  const rings: Promise<string | undefined>[] = [];
  const listening = await secrets.parts.bells.on(secretBell(metadata.secretId), () => {
    rings.push(secrets.useCases.showMetadata(metadata.key, anonymous()).then((view) => view?.state));
  });
  return { secretKey, metadata, rings, listening };
}

test('whoever asks when the bell of a secret rings sees that it was opened, burned or expired', async () => {
  const [opened, burned, due] = [await watched(), await watched(), await watched()];
  await secrets.useCases.revealSecret(aReveal(opened.secretKey), anonymous());
  await secrets.useCases.burnSecret(aBurn(burned.metadata.key), anonymous());
  await secrets.endLifetime(secrets.parts.ports.keys.lookupOf(due.secretKey));
  await secrets.expireDue();
  expect(await Promise.all(opened.rings)).toEqual(['received']);
  expect(await Promise.all(burned.rings)).toEqual(['burned']);
  expect(await Promise.all(due.rings)).toEqual(['expired']);
});

test('the bell rings when the content has arrived, and not for a token that claimed nothing', async () => {
  const { secretKey, rings } = await watched();
  const claimToken = aToken();
  await secrets.useCases.revealSecret(aReveal(secretKey, { claimToken }), anonymous());
  await secrets.useCases.acknowledgeSecret(secretKey, aToken(), anonymous());
  expect(rings).toHaveLength(1);
  await secrets.useCases.acknowledgeSecret(secretKey, claimToken, anonymous());
  expect(rings).toHaveLength(2);
});

test('looking rings for nobody', async () => {
  const { secretKey, metadata, rings } = await watched();
  await secrets.useCases.lookAtSecret(secretKey, anonymous());
  await secrets.useCases.showMetadata(metadata.key, anonymous());
  expect(rings).toHaveLength(0);
});
