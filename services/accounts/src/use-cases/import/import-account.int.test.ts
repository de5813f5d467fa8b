import type { AccountWish, Finding, OnetimeAccount } from '@onceover/moving-in';
import { type DnsServer, startDnsServer } from '@onceover/testing/dns-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importPortsOf } from '../../adapters.ts';
import {
  aSignIn,
  customer,
  goodPassword,
  mailsOf,
  signUp,
  someAddress,
  someVisitor,
} from '../../test-support/people.ts';
import { startTestAccounts, type TestAccounts } from '../../test-support/test-accounts.ts';
import { importAccountUseCase } from './import-account.ts';

const password = 'correct horse battery staple';
/** By crypt(3) of libxcrypt, and by the reference program of argon2. */
const bcrypt = '$2a$12$CCCCCCCCCCCCCCCCCCCCC.aNFuLnJDpfCit2UcMXRRsawH6O4VbfG';
const argon2 = '$argon2id$v=19$m=65536,t=2,p=1$YSBzYWx0IG9mIDE2IGJ5dA$eK8YzV+wFVy4K4LpbOJ7Oc6FCmxirCMpTta+zn9Rtns';
const manyX = '$2b$05$CCCCCCCCCCCCCCCCCCCCC.D7RDOYXakZhsFmh/LdqQNx0kQ424AFS';
const forReal: AccountWish = { isForReal: true, takesColonels: false };

let dns: DnsServer;
let accounts: TestAccounts;
let number = 0;
beforeAll(async () => {
  dns = await startDnsServer();
  accounts = await startTestAccounts({ dnsServers: [dns.address], siteHost: 'once.onceover.example' });
});
afterAll(async () => {
  await accounts[Symbol.asyncDispose]();
  await dns[Symbol.asyncDispose]();
});
beforeEach(() => {
  number += 1;
});

const someToken = () => `${number}`.padStart(40, 'a0');
const someHost = () => `secrets.acme${number}x${process.pid}.com`;

function aSource(change: Partial<OnetimeAccount> = {}): OnetimeAccount {
  return {
    email: someAddress(),
    isVerified: true,
    role: 'customer',
    planId: 'basic',
    locale: 'fr_FR',
    createdAt: new Date('2021-05-06T07:08:09Z'),
    passwordHash: bcrypt,
    apiToken: someToken(),
    domains: [],
    ...change,
  };
}

const importing = (source: OnetimeAccount, wish = forReal): Promise<readonly Finding[]> =>
  importAccountUseCase(importPortsOf(accounts.parts))(source, wish);
const recordOf = (email: string) => accounts.parts.services.account.book.findByEmail(email);
const told = (findings: readonly Finding[]) => findings.map(({ kind, outcome, reason }) => [kind, outcome, reason]);

async function imported(change: Partial<OnetimeAccount> = {}, wish = forReal) {
  const source = aSource(change);
  const findings = await importing(source, wish);
  const account = await recordOf(source.email);
  if (account === null) throw new Error('no account was imported');
  return { ...source, account, accountRef: account.accountRef, findings };
}
const signIn = (email: string, typed: string) =>
  accounts.useCases.signIn(aSignIn(email, { password: typed }), someVisitor());
const refused = { code: 'account.bad-credentials' };

describe('an imported account', () => {
  test('is verified, with what it had, and its story begins with its import', async () => {
    const { account, accountRef, findings } = await imported({ planId: 'identity_plus_v1', role: 'colonel' });
    expect(account).toMatchObject({
      isVerified: true,
      role: 'customer',
      planId: 'identity',
      locale: 'fr_FR',
      mailLocale: 'fr_FR',
      createdAt: new Date('2021-05-06T07:08:09Z'),
      lastSignInAt: null,
    });
    expect(told(findings)).toEqual([
      ['account', 'taken', undefined],
      ['password', 'taken', undefined],
      ['API token', 'taken', undefined],
      ['colonel', 'left', expect.stringContaining('--colonels')],
    ]);
    expect(await accounts.eventTypes(accountRef)).toEqual([
      'account.imported',
      'account.plan_changed',
      'account.token_created',
    ]);
    await accounts.drain();
    expect(await mailsOf(accounts, accountRef)).toEqual([]);
  });

  test('in capitals is the same one', async () => {
    const email = someAddress();
    await imported({ email });
    expect(told(await importing(aSource({ email: email.toUpperCase() })))).toEqual([
      ['account', 'already there', undefined],
    ]);
  });

  test('is a colonel only where the operator says so', async () => {
    const { account, accountRef, findings } = await imported({ role: 'colonel' }, { ...forReal, takesColonels: true });
    expect(account).toMatchObject({ role: 'colonel', isTwoStepOn: false });
    expect(told(findings)).toContainEqual(['colonel', 'taken', expect.stringContaining('two-step')]);
    expect(await accounts.eventTypes(accountRef)).toContain('account.role_changed');
  });

  test.each([
    ['bcrypt', bcrypt],
    ['argon2id', argon2],
  ])('by %s: its old password lets its owner in, and from then on is hashed as ours are', async (_name, hash) => {
    const { email, account } = await imported({ passwordHash: hash });
    expect(account.password.foreign).not.toBeNull();
    expect(account.password.foreign?.includes(Buffer.from(hash.slice(0, 7)))).toBe(false);
    await expect(signIn(email, `${password}!`)).rejects.toMatchObject(refused);
    expect((await recordOf(email))?.password).toEqual(account.password);
    expect(await signIn(email, password)).toMatchObject({ kind: 'signed-in', locale: 'fr_FR' });
    const renewed = await recordOf(email);
    expect(renewed).toMatchObject({ passwordVersion: account.passwordVersion, password: { foreign: null } });
    expect(renewed?.password.digest).not.toEqual(account.password.digest);
    expect(await signIn(email, password)).toMatchObject({ kind: 'signed-in' });
    await expect(signIn(email, `${password}!`)).rejects.toMatchObject(refused);
  });

  test('takes the old password as it was taken there: spaces around it are no part of it, and others are', async () => {
    const { email } = await imported();
    await expect(signIn(email, `\u00a0${password}`)).rejects.toMatchObject(refused);
    expect(await signIn(email, ` ${password}\t`)).toMatchObject({ kind: 'signed-in' });
    expect((await recordOf(email))?.password.foreign).toBeNull();
    expect(await signIn(email, password)).toMatchObject({ kind: 'signed-in' });
  });

  test('of which more than 128 characters were not read there is all of it from then on', async () => {
    const typed = `${'x'.repeat(128)}and more`;
    const { email } = await imported({ passwordHash: manyX });
    expect(await signIn(email, typed)).toMatchObject({ kind: 'signed-in' });
    expect(await signIn(email, typed)).toMatchObject({ kind: 'signed-in' });
  });

  test('lets its owner in twice at the same moment', async () => {
    const { email } = await imported();
    const both = await Promise.all([signIn(email, password), signIn(email, password)]);
    expect(both.map(({ kind }) => kind)).toEqual(['signed-in', 'signed-in']);
    expect((await recordOf(email))?.password.foreign).toBeNull();
  });

  test('keeps the owner’s hash nowhere after a new password was set', async () => {
    const { email, account } = await imported();
    const stored = await accounts.parts.services.account.passwords.hash(goodPassword);
    await accounts.parts.services.account.events.transact(
      { commandId: crypto.randomUUID(), tenantRef: account.accountRef, meta: someMeta },
      (uow) =>
        accounts.parts.services.account.book.setPassword(uow.tx, account.accountRef, account.passwordVersion, stored),
    );
    await expect(signIn(email, password)).rejects.toMatchObject(refused);
    expect(await signIn(email, goodPassword)).toMatchObject({ kind: 'signed-in' });
  });

  test.each([
    ['md5', '5f4dcc3b5aa765d61d8327deb882cf99'],
    ['nothing', null],
  ])('whose password is hashed by %s has none until its owner chooses one', async (_name, passwordHash) => {
    const { email, findings } = await imported({ passwordHash });
    expect(told(findings)).toContainEqual(['password', 'left', expect.stringContaining('Forgot password')]);
    await expect(signIn(email, password)).rejects.toMatchObject(refused);
    await expect(signIn(email, passwordHash ?? '')).rejects.toMatchObject(refused);
    await accounts.useCases.requestPasswordReset({ email, locale: 'en' });
    await accounts.drain();
    expect(await mailsOf(accounts, (await recordOf(email))?.accountRef ?? '')).toMatchObject([
      { template: 'password-reset' },
    ]);
  });

  test('has the token that its clients use, and no other', async () => {
    const { email, apiToken } = await imported();
    const question = { custid: email.toUpperCase(), token: apiToken ?? '', network: someVisitor().network };
    expect(await accounts.useCases.resolveToken(question)).toMatchObject({
      kind: 'customer',
      customer: { custid: email },
    });
    const other = { ...question, token: (apiToken ?? '').replace('a', 'b') };
    expect(await accounts.useCases.resolveToken(other)).toEqual({ kind: 'refused' });
    expect(await accounts.useCases.resolveToken({ ...question, custid: someAddress() })).toEqual({ kind: 'refused' });
    const [stored] = await accounts.rows<{ all: string }>(
      'select row_to_json(t)::text as all from accounts.api_token t where account_ref = $1',
      [(await recordOf(email))?.accountRef],
    );
    expect(stored?.all).not.toContain(apiToken);
  });

  test('has no token that another account has, nor one of another form', async () => {
    const { apiToken } = await imported();
    const second = await imported({ apiToken });
    const ofToken = (findings: readonly Finding[]) => told(findings).filter(([kind]) => kind === 'API token');
    expect(ofToken(second.findings)).toEqual([['API token', 'left', 'another account here has the same one']]);
    const third = await imported({ apiToken: 'short' });
    expect(told(third.findings)).toContainEqual(['API token', 'left', 'it is not 40 hexadecimal digits']);
  });
});

const someMeta = { correlationId: 'test', actor: { kind: 'system' as const }, surface: 'system' as const };

describe('an account is left', () => {
  test.each([
    ['not verified', { isVerified: false }, 'its address was never verified'],
    ['without an address', { email: 'nina' }, 'its address is none that email can be sent to'],
  ])('%s', async (_name, change, reason) => {
    const findings = await importing(aSource({ ...change, domains: [aDomain()] }));
    expect(told(findings)).toEqual([
      ['account', 'left', reason],
      ['domain', 'left', 'its account is left'],
    ]);
  });

  test('whose address has an account here, verified or not', async () => {
    const verified = await customer(accounts);
    const email = someAddress();
    await signUp(accounts, email);
    for (const each of [verified.email, email]) {
      expect(told(await importing(aSource({ email: each })))).toEqual([
        ['account', 'left', 'another account has this address here'],
      ]);
    }
    expect(await signIn(verified.email, goodPassword)).toMatchObject({ kind: 'signed-in' });
  });

  test('that its owner has closed here since', async () => {
    const { email, account } = await imported();
    await accounts.parts.services.account.events.transact(
      { commandId: crypto.randomUUID(), tenantRef: account.accountRef, meta: someMeta },
      async (uow) => {
        const stream = { id: account.accountRef, category: 'account' };
        const data = { accountRef: account.accountRef };
        const erased = { type: 'account.erased', schemaVersion: 1, data };
        await uow.append({ stream, expected: 'any', events: [erased], closes: true });
        await accounts.parts.services.account.book.erase(uow.tx, account);
      },
    );
    expect(told(await importing(aSource({ email })))).toEqual([
      ['account', 'left', 'it was imported before, and its owner has closed it since'],
    ]);
  });
});

const value = 'ab'.repeat(16);
const aDomain = (host = someHost()) => ({ host, txtHost: '_onetime-challenge-1a2b3c4.secrets', txtValue: value });

describe('a domain of an imported account', () => {
  const domainsOf = (accountRef: string) => accounts.parts.services.domains.book.listOf(accountRef);
  const baseOf = (host: string) => host.slice('secrets.'.length);

  test('is verified by the record that its owner has in the DNS already, and the account keeps domains', async () => {
    const domain = aDomain();
    dns.setTxt(`${domain.txtHost}.${baseOf(domain.host)}`, value);
    const { accountRef, account, findings } = await imported({ domains: [domain] });
    expect(told(findings)).toContainEqual(['domain', 'taken', undefined]);
    expect(account.planId).toBe('identity');
    expect(await domainsOf(accountRef)).toMatchObject([
      { host: domain.host, status: 'active', keptTxtHost: domain.txtHost, txtValue: value },
    ]);
    expect(await accounts.useCases.resolveHost(domain.host)).toEqual({ isVerified: true });
  });

  test('is not verified because it was there', async () => {
    const { accountRef, findings } = await imported({ domains: [aDomain()] });
    expect(told(findings)).toContainEqual(['domain', 'taken', 'it is not verified: the TXT record was not found']);
    expect(await domainsOf(accountRef)).toMatchObject([{ status: 'pending', keptTxtHost: expect.any(String) }]);
  });

  test('that the DNS could not tell about is looked at again, until it is verified', async () => {
    const domain = aDomain();
    const name = `${domain.txtHost}.${baseOf(domain.host)}`;
    dns.fail('SERVFAIL', name);
    const { accountRef, findings, ...source } = await imported({ domains: [domain] });
    const silent = 'it is not verified: the DNS did not answer';
    const eventsOf = async () =>
      (await accounts.eventTypes(accountRef)).filter((type) => type === 'domain.verification_failed');
    const ofDomain = (each: readonly Finding[]) => told(each).filter(([kind]) => kind === 'domain');
    expect(ofDomain(findings)).toEqual([['domain', 'taken', silent]]);
    expect(ofDomain(await importing(source))).toEqual([['domain', 'already there', silent]]);
    expect(await eventsOf()).toHaveLength(1);
    dns.fail('NXDOMAIN', name);
    const missing = 'it is not verified: the TXT record was not found';
    expect(ofDomain(await importing(source))).toEqual([['domain', 'already there', missing]]);
    expect(await eventsOf()).toHaveLength(2);
    dns.reset();
    dns.setTxt(name, 'another value');
    const other = 'it is not verified: the TXT record has another value';
    expect(ofDomain(await importing(source))).toEqual([['domain', 'already there', other]]);
    dns.setTxt(name, value);
    expect(ofDomain(await importing(source))).toEqual([['domain', 'already there', undefined]]);
    expect(await domainsOf(accountRef)).toMatchObject([{ status: 'active' }]);
  });

  test.each([
    ['of somebody else’s name', { txtHost: 'www', txtValue: value }],
    ['of other labels', { txtHost: '_onetime-challenge-1a2b3c4.other', txtValue: value }],
    ['with a short value', { txtHost: '_onetime-challenge-1a2b3c4.secrets', txtValue: 'a' }],
    ['that is not there', { txtHost: null, txtValue: null }],
  ])('with a record %s gets a new one', async (_name, change) => {
    const { accountRef, findings } = await imported({ domains: [{ ...aDomain(), ...change }] });
    expect(told(findings)).toContainEqual(['domain', 'taken', expect.stringContaining('new TXT record')]);
    expect(await domainsOf(accountRef)).toMatchObject([
      { keptTxtHost: null, txtValue: expect.not.stringMatching(value) },
    ]);
  });

  test('that another account has proven here is left, and so is what is no public host', async () => {
    const domain = aDomain();
    dns.setTxt(`${domain.txtHost}.${baseOf(domain.host)}`, value);
    await imported({ domains: [domain] });
    const again = [domain, aDomain('localhost'), aDomain(`${someHost()}.br`), aDomain(`${someHost()}.BR`)];
    const { findings } = await imported({ domains: again, apiToken: null });
    expect(findings.filter(({ kind }) => kind === 'domain').map(({ reason }) => reason)).toEqual([
      'it belongs to another account here',
      'it is no public host, or one of this site',
      'the account has it twice',
      'it is not verified: the TXT record was not found',
    ]);
  });

  test('that an import before was killed over is looked at by the next', async () => {
    const domain = aDomain();
    const { accountRef, ...source } = await imported({ domains: [domain] });
    await accounts.rows(
      'update accounts.domain set checked_at = null, finding = null, status = $2, version = version where account_ref = $1',
      [accountRef, 'added'],
    );
    dns.setTxt(`${domain.txtHost}.${baseOf(domain.host)}`, value);
    expect(told(await importing(source))).toEqual([
      ['account', 'already there', undefined],
      ['domain', 'taken', undefined],
    ]);
    expect(told(await importing(source))).toEqual([
      ['account', 'already there', undefined],
      ['domain', 'already there', undefined],
    ]);
  });
});

describe('of two records there with one address', () => {
  const oneRun = () => {
    const importOne = importAccountUseCase(importPortsOf(accounts.parts));
    return (source: OnetimeAccount, wish = forReal) => importOne(source, wish);
  };
  const another = ['account', 'left', 'another record there has the same address'];

  test.each([
    ['for real', true],
    ['by a look', false],
  ])('one is taken and the other is named, %s', async (_name, isForReal) => {
    const importOne = oneRun();
    const email = someAddress();
    const wish = { ...forReal, isForReal };
    expect(told(await importOne(aSource({ email }), wish))).toContainEqual(['account', 'taken', undefined]);
    const second = aSource({ email: email.toUpperCase(), apiToken: null, domains: [aDomain()] });
    expect(told(await importOne(second, wish))).toEqual([another, ['domain', 'left', 'its account is left']]);
  });

  test('in two forms of a host, one is named', async () => {
    const importOne = oneRun();
    const [local] = someAddress().split('@');
    const both = await Promise.all([
      importOne(aSource({ email: `${local}@bücher.example` })),
      importOne(aSource({ email: `${local}@xn--bcher-kva.example`, apiToken: null })),
    ]);
    expect(both.flatMap(told).filter(([kind]) => kind === 'account')).toEqual([
      ['account', 'taken', undefined],
      another,
    ]);
  });

  test('the same record may be read twice', async () => {
    const importOne = oneRun();
    const source = aSource();
    await importOne(source);
    expect(told(await importOne(source))).toEqual([['account', 'already there', undefined]]);
  });
});

describe('an import', () => {
  test('without being for real changes nothing, and says what would be', async () => {
    const source = aSource({ domains: [aDomain()] });
    const findings = await importing(source, { ...forReal, isForReal: false });
    expect(told(findings).map(([kind, outcome]) => [kind, outcome])).toEqual([
      ['account', 'taken'],
      ['password', 'taken'],
      ['API token', 'taken'],
      ['domain', 'taken'],
    ]);
    expect(await recordOf(source.email)).toBeNull();
  });

  test('twice at the same moment is one', async () => {
    const source = aSource({ domains: [aDomain()] });
    const both = await Promise.all([importing(source), importing(source)]);
    expect(both.map(([first]) => first?.outcome).toSorted()).toEqual(['already there', 'taken']);
    const account = await recordOf(source.email);
    expect(await accounts.eventTypes(account?.accountRef ?? '')).toContain('account.imported');
    const [count] = await accounts.rows<{ count: number }>(
      `select count(*)::int from accounts.events where tenant_ref = $1 and type = 'account.imported'`,
      [account?.accountRef],
    );
    expect(count?.count).toBe(1);
  });
});

test('while a foreign hash is left, a refusal takes as long for nobody as for its owner', async () => {
  const { email } = await imported();
  const took = async (address: string) => {
    const from = performance.now();
    await expect(signIn(address, 'wrong')).rejects.toMatchObject(refused);
    return performance.now() - from;
  };
  accounts.clock.advance({ seconds: 61 });
  for (const address of [email, someAddress(), (await customer(accounts)).email])
    expect(await took(address)).toBeGreaterThan(990);
});
