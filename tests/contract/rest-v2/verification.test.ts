import { revealAnswer, secretAnswer } from '@onceover/schema/rest/secret';
import { expect, test } from 'vitest';
import { linkKey } from '../../support/mail-files.ts';
import { expectFailure, expectOk, expectUnknownSecret } from '../support/expectations.ts';
import { look, reveal } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();

test('the link in the welcome email is a secret; looking at it verifies nobody', async () => {
  const person = await system.people.unverified();
  const key = linkKey(await system.people.mailTo(person.email), 'secret');
  const gate = expectOk(await look(system.url, key), secretAnswer);
  expect(gate).toMatchObject({ record: { verification: true }, details: { verification: true } });
  await system.drain();
  await expect(system.people.signedIn(person)).rejects.toThrow(/bad_credentials/);
  const opened = expectOk(await reveal(system.url, key, { passphrase: person.password }), revealAnswer);
  expect(opened.record.secret_value).toBe('Thanks for verifying your account.');
  await system.drain();
  await system.people.signedIn(person);
  expectUnknownSecret(await look(system.url, key), key);
});

test('someone else who is signed in cannot open it, and does not use it up', async () => {
  const [person, other] = [await system.people.unverified(), await system.people.customer()];
  const key = linkKey(await system.people.mailTo(person.email), 'secret');
  expectFailure(await other.browser.post(`/api/v2/secret/${key}`, { continue: 'true' }), {
    status: 400,
    code: 'verify_signed_in',
    message: "You can't verify an account when you're already logged in.",
  });
  expect((await other.browser.get('/api/v2/authcheck')).status).toBe(200);
  await system.people.verify(person);
  await system.people.signedIn(person);
});

test('opening your own link while signed in verifies the account and ends that session', async () => {
  const person = await system.people.unverified();
  const key = linkKey(await system.people.mailTo(person.email), 'secret');
  await person.browser.post('/api/v2/signup/resend', { email: person.email });
  await system.drain();
  const again = linkKey(await system.people.mailTo(person.email), 'secret');
  expect(again).not.toBe(key);
  await system.people.verify(person);
  const browser = await system.people.signedIn(person);
  const opened = await browser.post(`/api/v2/secret/${key}`, { continue: 'true' });
  expect(revealAnswer.parse(opened.json)).toMatchObject({ custid: 'anon', record: { verification: true } });
  expect(opened.headers['set-cookie']?.[0]).toBe('sess=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
  expect(browser.cookie).toMatch(/^device=[\w-]+$/);
});

test('whoever has just verified can sign in at once, every time', async () => {
  for (let round = 0; round < 10; round += 1) {
    const person = await system.people.unverified();
    const key = await system.people.verificationKey(person.email);
    const { email, password, browser } = person;
    expect((await browser.post(`/api/v2/secret/${key}`, { continue: 'true' })).status).toBe(200);
    const { status, text } = await browser.post('/api/v2/signin', { email, password });
    expect([status, text]).toEqual([200, expect.any(String)]);
  }
});
