import { statusAnswer, supportedLocalesAnswer, versionAnswer } from '@onceover/schema/rest/site';
import { expect, test } from 'vitest';
import { ask, post } from '../../support/http.ts';
import { expectApiHeaders, expectOk, expectPlainError } from '../support/expectations.ts';
import { CONCEAL, conceal, unknownKey } from '../support/secrets.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();

test('status is nominal', async () => {
  expect(expectOk(await ask(system.url, '/api/v2/status'), statusAnswer)).toEqual({ status: 'nominal', locale: 'en' });
});

test('the version has three parts', async () => {
  const { version } = expectOk(await ask(system.url, '/api/v2/version'), versionAnswer);
  for (const part of version) expect(part).toMatch(/^\d+$/);
});

test('there are the 25 locales of the specification: English first, none twice', async () => {
  const { locales, default_locale } = expectOk(
    await ask(system.url, '/api/v2/supported-locales'),
    supportedLocalesAnswer,
  );
  const others = 'ar bg ca_ES cn cs da_DK de el_GR es fr fr_FR he hu it_IT nl pl pt_BR pt_PT ru sl_SI sv_SE tr uk vi';
  expect(locales).toEqual(['en', ...others.split(' ')]);
  expect(default_locale).toBe('en');
});

test('nobody is signed in', async () => {
  const wanted = { status: 403, code: 'not_authorized', message: 'Not authorized' };
  expectPlainError(await ask(system.url, '/api/v2/authcheck'), wanted);
});

test.each(['Basic bmluYUBleGFtcGxlLmNvbTp0b2tlbg==', 'Basic', 'Bearer x', ''])(
  'an invalid credential is refused even where none is needed: %s',
  async (authorization) => {
    const { secretKey } = await conceal(system.url);
    const wanted = { status: 403, code: 'not_authorized', message: 'Not authorized' };
    const headers = { authorization };
    expectPlainError(await ask(system.url, '/api/v2/status', { headers }), wanted);
    expectPlainError(await ask(system.url, `/api/v2/secret/${secretKey}`, { headers }), wanted);
    const refused = await post(system.url, CONCEAL, { secret: 'a' }, headers);
    expectPlainError(refused, wanted);
    expect(refused.headers['set-cookie']).toBeUndefined();
  },
);

test.each([
  ['GET', '/api'],
  ['GET', '/api/v2'],
  ['GET', '/api/v2/nothing'],
  ['GET', '/api/v2/secret'],
  ['GET', '/api/v2/secret/conceal/x'],
  ['GET', '/api/v2/validate-shrimp'],
  ['GET', `/api/v2/private/${unknownKey}/burn`],
  ['PUT', '/api/v2/secret/conceal'],
  ['DELETE', `/api/v2/secret/${unknownKey}`],
  ['OPTIONS', '/api/v2/secret/conceal'],
  ['POST', '/api/v2/status'],
  ['TRACE', '/api/v2/status'],
])('%s %s is not a route', async (method, path) => {
  const answer = await ask(system.url, path, { method });
  expectPlainError(answer, { status: 404, code: 'not_found', message: 'Not Found' });
  expect(typeof answer.json.shrimp).toBe(method === 'POST' ? 'string' : 'undefined');
});

test('the parameter chooses the language and sets the cookie for 30 days', async () => {
  const answer = await ask(system.url, '/api/v2/status?locale=he');
  expectApiHeaders(answer, 'he');
  expect(answer.json.locale).toBe('he');
  expect(answer.headers['set-cookie']).toEqual(['locale=he; Max-Age=2592000; Path=/; SameSite=Lax']);
});

test.each([
  ['cn', 'zh'],
  ['pt_BR', 'pt-BR'],
  ['fr_FR', 'fr-FR'],
  ['ar', 'ar'],
])('Content-Language of %s is %s', async (code, tag) => {
  const answer = await ask(system.url, `/api/v2/status?locale=${code}`);
  expectApiHeaders(answer, tag);
  expect(answer.json.locale).toBe(code);
});

test('a parameter in a form counts too', async () => {
  const answer = await post(system.url, CONCEAL, { secret: 'a', locale: 'he' });
  expectApiHeaders(answer, 'he');
});

test('after the parameter come the cookie, the browser and English; unavailable languages are skipped', async () => {
  const localeWith = async (path: string, headers: Record<string, string>) =>
    (await ask(system.url, path, { headers })).json.locale;
  expect(await localeWith('/api/v2/status', { cookie: 'locale=he', 'accept-language': 'en' })).toBe('he');
  expect(await localeWith('/api/v2/status', { 'accept-language': 'tlh, he-IL;q=0.8' })).toBe('he');
  expect(await localeWith('/api/v2/status?locale=xx', { cookie: 'locale=yy' })).toBe('en');
  const unsupported = await ask(system.url, '/api/v2/status?locale=%3Cscript%3E');
  expectApiHeaders(unsupported);
  expect(unsupported.headers['set-cookie']).toBeUndefined();
});
