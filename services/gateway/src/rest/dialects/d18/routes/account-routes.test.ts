import {
  accountAnswer,
  apiTokenAnswer,
  authcheckAnswer,
  changePasswordAnswer,
  destroyAnswer,
  updateLocaleAnswer,
} from '@onceover/schema/rest/account';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { playing, refusedBy } from '../../../../test-support/played-doors.ts';
import { account } from '../../../../test-support/sample-account.ts';
import { type SignedInGateway, signedInGateway } from '../../../../test-support/signed-in-gateway.ts';

const token = '0123456789abcdef'.repeat(3).slice(0, 40);
const next = { id: 'N'.repeat(43), rememberMe: null };
const refusal = (__typename: string, code: string, more: object = {}) => ({ __typename, code, message: '', ...more });

type Played = (input: Record<string, unknown>) => object;
const mutations: Record<string, Played> = {};
const named =
  (name: string) =>
  (_parent: unknown, { input = {} }: { input?: Record<string, unknown> }) =>
    mutations[name]?.({ ...input });
const names = ['replaceApiToken', 'deleteAccount', 'updateLocale'];
let changed: Played;
let gateway: SignedInGateway;

beforeAll(async () => {
  gateway = await signedInGateway({
    env: { ONCEOVER_RATE_LIMITS: 'off' },
    calls: playing('changePassword', (input) => changed(input)),
    accounts: {
      Query: { viewer: () => account },
      Mutation: Object.fromEntries(names.map((name) => [name, named(name)])),
    },
  });
}, 30_000);
afterAll(() => gateway[Symbol.asyncDispose]());

test('authcheck and account show the customer, by session and by token', async () => {
  for (const as of ['session', 'api']) {
    expect(authcheckAnswer.parse((await gateway.get('/api/v2/authcheck', as)).json).record.secrets_created).toBe(12);
    expect(accountAnswer.parse((await gateway.get('/api/v2/account', as)).json).record.apitoken_set).toBe(true);
  }
});

test.each([
  ['/api/v2/authcheck', ['nobody', 'recent']],
  ['/api/v2/account', ['nobody', 'recent', 'domains']],
  ['/api/v2/account/apitoken', ['nobody', 'recent', 'secrets-write']],
  ['/api/v2/account/update-locale', ['nobody', 'recent']],
  ['/api/v2/account/change-password', ['nobody', 'api', 'account']],
  ['/api/v2/account/destroy', ['nobody', 'api', 'account']],
])('%s is 403 for %j', async (path, refused) => {
  const isRead = path === '/api/v2/authcheck' || path === '/api/v2/account';
  for (const as of refused) {
    const answer = isRead ? await gateway.get(path, as) : await gateway.post(path, {}, as);
    expect([answer.status, answer.json.code]).toEqual([403, 'not_authorized']);
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
});

test("an account that was closed meanwhile is nobody's", async () => {
  await using empty = await signedInGateway({ accounts: { Query: { viewer: () => null } } });
  for (const path of ['/api/v2/authcheck', '/api/v2/account']) expect((await empty.get(path)).status).toBe(403);
}, 30_000);

test('a new API token is shown', async () => {
  mutations.replaceApiToken = () => ({ token });
  for (const as of ['session', 'account']) {
    const answer = apiTokenAnswer.parse((await gateway.post('/api/v2/account/apitoken', {}, as)).json);
    expect(answer).toMatchObject({ custid: 'nina@example.com', record: { apitoken: token, active: true } });
  }
});

test('a changed password comes with a new session, and a form token that fits it', async () => {
  const inputs: object[] = [];
  changed = (input) => {
    inputs.push(input);
    return { kind: 'changed', session: next };
  };
  const answer = await gateway.post('/api/v2/account/change-password', {
    currentp: ' old ',
    newp: 'new one\n',
    newp2: ' new one',
  });
  changePasswordAnswer.parse(answer.json);
  expect(inputs).toEqual([
    {
      currentPassword: 'old',
      newPassword: 'new one',
      newPasswordConfirm: 'new one',
      keepsTokens: false,
      sessionId: gateway.session,
      userAgentFamily: expect.any(String),
    },
  ]);
  expect(answer.headers['set-cookie']?.[0]).toContain(`sess=${next.id};`);
});

test.each([
  ['account.wrong-password', 'bad_password', 'Current password is incorrect'],
  ['account.same-password', 'same_password', 'New password cannot be the same as current password'],
  ['account.password-too-short', 'short_password', 'New password is too short'],
  ['account.password-too-common', 'common_password', 'New password is too common'],
  ['account.password-mismatch', 'password_mismatch', 'New passwords do not match'],
])('change-password answers %s', async (code, restCode, message) => {
  changed = () => refusedBy(code);
  const answer = await gateway.post('/api/v2/account/change-password');
  expect(answer.status).toBe(400);
  expect(answer.json).toMatchObject({ success: false, code: restCode, message });
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test('destroying an account removes its cookies', async () => {
  const inputs: object[] = [];
  const deleteAccount = (input: object) => {
    inputs.push(input);
    return { __typename: 'AccountDeleted', isDeleted: true };
  };
  mutations.deleteAccount = deleteAccount;
  const answer = await gateway.post('/api/v2/account/destroy', { confirmation: ' pass word ' });
  expect(destroyAnswer.parse(answer.json).custid).toBe('nina@example.com');
  expect(inputs).toEqual([{ password: ' pass word ' }]);
  expect(answer.headers['set-cookie']).toEqual([
    'sess=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    'sess-rm=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
  ]);
});

test.each([
  ['PasswordRequired', 'account.password-required', 'confirmation_required', 'Password confirmation is required.'],
  ['WrongPasswordConfirmation', 'account.wrong-password-confirmation', 'bad_password', 'Please check the password.'],
])('destroy answers %s and ends nothing', async (type, code, restCode, message) => {
  mutations.deleteAccount = () => refusal(type, code);
  const answer = await gateway.post('/api/v2/account/destroy', {});
  expect(answer.json).toMatchObject({ success: false, code: restCode, message });
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test('a chosen locale is stored and set as a cookie; with an API token no cookie is set', async () => {
  const updateLocale = () => ({ __typename: 'LocaleUpdated', newLocale: 'he', oldLocale: null });
  mutations.updateLocale = updateLocale;
  const answer = await gateway.post('/api/v2/account/update-locale', { locale: 'he' });
  expect(updateLocaleAnswer.parse(answer.json)).toMatchObject({ new_locale: 'he', old_locale: null });
  expect(answer.headers['set-cookie']).toEqual(['locale=he; Max-Age=2592000; Path=/; SameSite=Lax']);
  const byToken = await gateway.post('/api/v2/account/update-locale', { locale: 'he' }, 'account');
  expect([byToken.status, byToken.headers['set-cookie']]).toEqual([200, undefined]);
});

test('a locale that is not supported is refused and sets nothing', async () => {
  const updateLocale = () => refusal('UnsupportedLocale', 'account.unsupported-locale');
  mutations.updateLocale = updateLocale;
  const answer = await gateway.post('/api/v2/account/update-locale', { locale: 'tlh' });
  expect(answer.json).toMatchObject({ code: 'bad_locale', message: 'Locale could not be updated.', success: false });
  expect(answer.headers['set-cookie']).toBeUndefined();
});
