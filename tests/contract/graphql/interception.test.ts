import { eventually } from '@onceover/testing/eventually';
import { expect, test } from 'vitest';
import { concealAs } from '../../support/customer-secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();

/** Somebody opens a link so many times, each after the other. */
async function open(secretKey: string, times: number): Promise<number> {
  let status = 0;
  for (let time = 0; time < times; time += 1) {
    const answer = await system.people.visitor().post(`/api/v2/secret/${secretKey}`, { continue: 'true' });
    status = answer.status;
  }
  return status;
}

test('whoever shared a link that is tried again and again hears of it by email: which secret, how often, and what to do', async () => {
  const nina = await system.people.customer();
  const { secretKey, metadataKey, secretShortKey } = await concealAs(nina, 'for tom alone');
  expect(await open(secretKey, 1)).toBe(200);
  expect(await open(secretKey, 10)).toBe(404);
  const { subject, text, html } = await system.people.mailTo(nina.email, /is trying to open/);
  expect(subject).toBe('Somebody is trying to open a secret of yours');
  expect(text.replaceAll(/\s+/g, ' ')).toContain(`trying to open the link of your secret ${secretShortKey}, although`);
  expect(text).toMatch(/password\s+or\s+anything\s+else\s+that\s+gives\s+access,\s+change\s+it\s+now/);
  expect(text).toContain(`${system.url}/recent`);
  for (const part of [subject, text, html]) {
    for (const secret of [secretKey, metadataKey, 'for tom alone']) expect(part).not.toContain(secret);
  }
  const warned = async () => {
    const { json } = await nina.browser.graph('{ viewer { auditTrail { entries { action } } } }');
    const entries: readonly { action: string }[] = json.data.viewer.auditTrail.entries;
    return entries.filter(({ action }) => action === 'security.interception_suspected').length;
  };
  await eventually(async () => expect(await warned()).toBe(1));
  await open(secretKey, 20);
  await system.drain();
  expect(await warned()).toBe(1);
});

test('whoever guesses a passphrase is told of to its owner, also while their network is locked out', async () => {
  const nina = await system.people.customer();
  const passphrase = 'plum harbour 7';
  const { secretKey, metadataKey, secretShortKey } = await concealAs(nina, 'for tom alone', { passphrase });
  const guess = { continue: 'true', passphrase: 'pear harbour 8' };
  for (let time = 0; time < 15; time += 1) {
    const { status } = await system.people.visitor().post(`/api/v2/secret/${secretKey}`, guess);
    expect(status).not.toBe(200);
  }
  const { subject, text, html } = await system.people.mailTo(nina.email, /is trying to open/);
  expect(text).toContain(`trying to open your secret ${secretShortKey}`);
  expect(text).toMatch(/locked because of\s+wrong passphrases/);
  expect(text).toContain('Tries so far: 10.');
  const { json } = await nina.browser.graph('{ viewer { auditTrail { entries { action } } } }');
  for (const part of [subject, text, html, JSON.stringify(json)]) {
    for (const told of [secretKey, metadataKey, passphrase, guess.passphrase, 'for tom alone'])
      expect(part).not.toContain(told);
  }
});
