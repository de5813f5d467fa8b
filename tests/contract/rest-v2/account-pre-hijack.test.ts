import { revealAnswer, secretAnswer } from '@onceover/schema/rest/secret';
import { expect, test } from 'vitest';
import type { Browser } from '../../support/browser.ts';
import { linkKey } from '../../support/mail-files.ts';
import { basic, newEmail, PASSWORD } from '../../support/people.ts';
import { expectFailure, expectOk, expectUnknownSecret } from '../support/expectations.ts';
import { look, reveal } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();
const own = 'her own quiet orchard 9';
const message = 'Double check that passphrase';

const signUp = (browser: Browser, email: string, password: string) =>
  browser.post('/api/v2/signup', { email, password, password_confirm: password });
const choose = (key: string, password = own, browser = system.people.visitor()) =>
  browser.post(`/api/v2/secret/${key}/password`, { password, password_confirm: password });
const signIn = async (email: string, password: string) =>
  (await system.people.visitor().post('/api/v2/signin', { email, password })).status;

test('a link that somebody else asked for asks its reader for the password of that sign-up', async () => {
  const { email } = await system.people.unverified();
  const key = await system.people.verificationKey(email);
  const gate = expectOk(await look(system.url, key), secretAnswer);
  expect(gate).toMatchObject({ record: { has_passphrase: true }, details: { correct_passphrase: false } });
  const denied = { status: 400, code: 'bad_passphrase', message };
  expectFailure(await reveal(system.url, key), denied);
  expectFailure(await reveal(system.url, key, { passphrase: own }), denied);
  await system.drain();
  expect(await signIn(email, PASSWORD)).toBe(400);
  expectOk(await reveal(system.url, key, { passphrase: PASSWORD }), revealAnswer);
  await system.drain();
  expect(await signIn(email, PASSWORD)).toBe(200);
});

test('the browser that signed up verifies without a question', async () => {
  const { email, browser } = await system.people.unverified();
  const key = await system.people.verificationKey(email);
  expect((await browser.get(`/api/v2/secret/${key}`)).json.record.has_passphrase).toBe(false);
  const opened = await browser.post(`/api/v2/secret/${key}`, { continue: 'true' });
  expect(opened.json.record.secret_value).toBe('Thanks for verifying your account.');
  await system.drain();
  expect(await signIn(email, PASSWORD)).toBe(200);
});

test('whoever proves the address chooses the password, and the one of the sign-up is worth nothing', async () => {
  const { email } = await system.people.unverified();
  const key = await system.people.verificationKey(email);
  expect((await choose(key, 'short')).json.code).toBe('short_password');
  const chosen = await choose(key);
  expect([chosen.status, chosen.headers['set-cookie']]).toEqual([200, undefined]);
  expect(await signIn(email, PASSWORD)).toBe(400);
  expect(await signIn(email, own)).toBe(200);
  expectUnknownSecret(await look(system.url, key), key);
  expectUnknownSecret(await choose(key), key);
});

test('a newer sign-up ends the older one: its link, its password and its browser', async () => {
  const email = newEmail('twice');
  const [stranger, victim] = [system.people.visitor(), system.people.visitor()];
  await signUp(stranger, email, PASSWORD);
  const older = await system.people.verificationKey(email);
  await signUp(victim, email, own);
  const newer = await system.people.verificationKey(email);
  expect(newer).not.toBe(older);
  expectUnknownSecret(await look(system.url, older), older);
  expectUnknownSecret(await reveal(system.url, older, { passphrase: PASSWORD }), older);
  expectUnknownSecret(await choose(older), older);
  expect((await stranger.get(`/api/v2/secret/${newer}`)).json.record.has_passphrase).toBe(true);
  expect((await victim.post(`/api/v2/secret/${newer}`, { continue: 'true' })).status).toBe(200);
  await system.drain();
  expect([await signIn(email, PASSWORD), await signIn(email, own)]).toEqual([400, 200]);
});

test('a reset ends every API token, and tells the owner so', async () => {
  const { email, browser } = await system.people.customer();
  const { apitoken } = (await browser.post('/api/v2/account/apitoken')).json.record;
  const withToken = { headers: { authorization: basic(email, apitoken) } };
  expect((await fetch(`${system.url}/api/v2/account`, withToken)).status).toBe(200);
  await browser.post('/api/v2/forgot', { email });
  const key = linkKey(await system.people.mailTo(email), 'forgot');
  const visitor = system.people.visitor();
  expect((await visitor.post(`/api/v2/forgot/${key}`, { password: own, password_confirm: own })).status).toBe(200);
  expect((await fetch(`${system.url}/api/v2/account`, withToken)).status).toBe(403);
  const { text } = await system.people.mailTo(email, /password was changed/);
  expect(text).toContain('The API tokens of your account no longer work.');
});

test.each([
  ['ends every API token', {}, 403],
  ['keeps them for whoever asks for that', { keep_tokens: 'true' }, 200],
])('a new password %s', async (_what, more, status) => {
  const { email, browser } = await system.people.customer();
  const { apitoken } = (await browser.post('/api/v2/account/apitoken')).json.record;
  const fields = { currentp: PASSWORD, newp: own, newp2: own, ...more };
  expect((await browser.post('/api/v2/account/change-password', fields)).status).toBe(200);
  const headers = { authorization: basic(email, apitoken) };
  expect((await fetch(`${system.url}/api/v2/account`, { headers })).status).toBe(status);
});
