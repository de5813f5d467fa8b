import { describe, expect, test } from 'vitest';
import { judgeVersions } from './examination.ts';
import { judgeBackups } from './examine-backups.ts';
import type { Found } from './finding.ts';
import { judgeClock, judgeDisk, judgeEvents, judgeRunning } from './judge-data.ts';
import { judgeEmail, judgeSender } from './judge-mail.ts';
import { judgeColonels, judgeSettings } from './judge-settings.ts';
import { forged, judgeHttps, judgeProxy, judgeSite, type SiteFacts } from './judge-site.ts';

const verdicts = (found: Found | readonly Found[] | undefined) =>
  (found === undefined ? [] : [found].flat()).map(({ verdict }) => verdict).join(' ');

const arrived = {
  from: '127.0.0.1',
  visitor: '198.51.100.7',
  host: 'once.example',
  isForwarded: true,
  isBelieved: true,
};
const site: SiteFacts = {
  site: 'once.example',
  addresses: ['198.51.100.1'],
  tls: { daysLeft: 60 },
  status: 200,
  hasHsts: true,
  mirrored: arrived,
  http: 'redirects',
};
const { mirrored: _, ...unasked } = site;

describe('the site', () => {
  test.each<[string, SiteFacts, string, RegExp]>([
    ['leads here', site, 'ok', /leads here/],
    ['has a name that leads nowhere', { site: 'once.example', addresses: [] }, 'wrong', /cannot be resolved/],
    ['is answered by somebody else', { ...site, mirrored: null }, 'wrong', /not by this installation/],
    ['has a proxy with nobody behind it', { ...site, status: 502, mirrored: null }, 'wrong', /answers 502/],
    ['cannot be asked', { ...unasked, tls: { trouble: 'it cannot be reached' } }, 'look', /is unknown/],
    ['is an address', { ...site, site: '198.51.100.1' }, 'look', /an address instead of a host/],
    ['has no key to ask with', unasked, 'ok', /^once\.example is at/],
  ])('%s', (_name, facts, verdict, says) => {
    const found = judgeSite(facts);
    expect(found).toMatchObject({ verdict, says: expect.stringMatching(says) });
  });

  test.each<[string, Partial<SiteFacts>, string]>([
    ['is in order', {}, 'ok'],
    ['has a certificate of nobody we trust', { tls: { trouble: 'its certificate has expired' } }, 'wrong'],
    ['has a certificate for 13 days', { tls: { daysLeft: 13 } }, 'look'],
    ['has a certificate for 14 days', { tls: { daysLeft: 14 } }, 'ok'],
    ['loses HSTS', { hasHsts: false }, 'look'],
    ['answers without encryption', { http: 'plain' }, 'wrong'],
    ['has nothing on port 80', { http: 'closed' }, 'ok'],
    ['does all of it', { hasHsts: false, tls: { daysLeft: 1 }, http: 'plain' }, 'look look wrong'],
  ])('encrypts: it %s', (_name, facts, verdict) => {
    expect(verdicts(judgeHttps({ ...site, ...facts }))).toBe(verdict);
  });

  const behind = { trustedProxies: ['127.0.0.1'] };
  test.each<[string, Partial<typeof arrived>, string, RegExp]>([
    ['is believed', {}, 'ok', /127\.0\.0\.1 passes on/],
    ['is not trusted', { isBelieved: false }, 'wrong', /127\.0\.0\.1 is not trusted/],
    ['says nothing', { isForwarded: false }, 'wrong', /does not pass on/],
    ['passes on what visitors say', { visitor: forged.visitor }, 'wrong', /fake their address/],
    ['passes on another host', { host: forged.host }, 'wrong', /fake the host/],
    ['changes the host', { host: '127.0.0.1:3000' }, 'wrong', /turns the host into/],
  ])('the proxy %s', (_name, more, verdict, says) => {
    const [found] = judgeProxy(behind, { ...site, mirrored: { ...arrived, ...more } });
    expect(found).toMatchObject({ verdict, says: expect.stringMatching(says) });
  });

  test.each([
    [[], 'wrong'],
    [['10.0.0.1'], 'ok'],
    [['0.0.0.0/0'], 'look'],
  ])('what cannot be tried is judged by the settings: trusted are %j', (trustedProxies, verdict) => {
    expect(verdicts(judgeProxy({ trustedProxies }, unasked))).toBe(verdict);
  });

  test('whoever believes everybody is told so, though the proxy does its part', () => {
    expect(verdicts(judgeProxy({ trustedProxies: ['::/0'] }, site))).toBe('look');
  });
});

const settings = {
  isProduction: true,
  rateLimits: true,
  signUp: true,
  signIn: true,
  metricsPort: 9100,
  metricsHost: '127.0.0.1',
  allowOpenKeys: false,
  logLevel: 'info',
  plainCalls: false,
  isContainer: false,
};
test.each<[string, Partial<typeof settings>, string]>([
  ['as they should be', {}, 'ok'],
  ['no limits', { rateLimits: false }, 'wrong'],
  ['no limits on loopback', { rateLimits: false, isProduction: false }, 'ok'],
  ['metrics for everybody', { metricsHost: '0.0.0.0' }, 'wrong'],
  ['metrics for everybody who reaches a container', { metricsHost: '0.0.0.0', isContainer: true }, 'look'],
  ['metrics on a public address', { metricsHost: '198.51.100.1' }, 'wrong'],
  ['metrics in a private network', { metricsHost: '10.1.2.3' }, 'look'],
  ['open keys', { allowOpenKeys: true }, 'look'],
  ['a log for developers', { logLevel: 'trace' }, 'look'],
  ['plain calls', { plainCalls: true }, 'look'],
])('settings: %s', (_name, more, verdict) => {
  expect(verdicts(judgeSettings({ ...settings, ...more }))).toBe(verdict);
});

test.each([
  [true, 1, 0, 'ok'],
  [true, 2, 1, 'wrong'],
  [true, 0, 0, 'wrong'],
  [false, 0, 0, 'ok'],
])(
  'colonels: in production %s, %i of them, %i without two-step sign-in',
  (isProduction, colonels, withoutTwoStep, verdict) => {
    expect(verdicts(judgeColonels({ isProduction, colonels, withoutTwoStep, isNarrowed: false }))).toBe(verdict);
  },
);

const server = { host: 'mail.example', isEncrypted: true, isLoopback: false };
const trial = { server, trouble: undefined, isSent: undefined };
const production = { isProduction: true, signUp: true };
test.each([
  ['answers', trial, production, 'ok'],
  ['refuses the password', { ...trial, trouble: 'authentication' }, production, 'wrong'],
  ['says something else', { ...trial, trouble: 'smtp-554' }, production, 'wrong'],
  ['may not encrypt', { ...trial, server: { ...server, isEncrypted: false } }, production, 'look'],
  ['is on this machine', { ...trial, server: { ...server, isEncrypted: false, isLoopback: true } }, production, 'ok'],
  ['is missing where people sign up', { ...trial, server: undefined }, production, 'wrong'],
  ['is missing where nobody does', { ...trial, server: undefined }, { ...production, signUp: false }, 'look'],
  ['is missing in a trial', { ...trial, server: undefined }, { isProduction: false, signUp: true }, 'ok'],
  [
    'is missing for a test email',
    { ...trial, server: undefined, isSent: false },
    { isProduction: false, signUp: true },
    'look',
  ],
])('the mail server %s', (_name, facts, place, verdict) => {
  expect(verdicts(judgeEmail(facts, place))).toBe(verdict);
});

test.each<[string, boolean | undefined, boolean | undefined, string]>([
  ['example.com', true, true, 'ok'],
  ['example.com', true, false, 'look'],
  ['example.com', undefined, true, 'look'],
  ['localhost', undefined, undefined, 'wrong'],
])('the sender at %s: SPF %s, DMARC %s', (domain, hasSpf, hasDmarc, verdict) => {
  expect(verdicts(judgeSender({ isProduction: true, hasServer: true, domain, hasSpf, hasDmarc }))).toBe(verdict);
});

const disk = { title: 'the data', directory: '/data', freeBytes: 10_000_000_000, isWritable: true };
test('a directory that cannot be written to', () => {
  expect(verdicts(judgeDisk([{ ...disk, isWritable: false }], 256))).toBe('wrong');
});

test.each([
  [10_000, 256, 'ok'],
  [1_000, 256, 'look'],
  [255, 256, 'wrong'],
  [255, 0, 'wrong'],
  [4_000, 2_000, 'look'],
])('disk: %i MB free, floor %i', (freeMegabytes, floor, verdict) => {
  expect(verdicts(judgeDisk([{ ...disk, freeBytes: freeMegabytes * 1_000_000 }], floor))).toBe(verdict);
});

test.each([
  [{}, ''],
  [{ database: 1, site: -0.9 }, 'ok'],
  [{ database: -6 }, 'look'],
  [{ database: 0, site: 61 }, 'wrong'],
])('clocks: %j', (facts, verdict) => {
  expect(verdicts(judgeClock(facts))).toBe(verdict);
});

const quiet = { halted: [], behind: [], deadLetters: 0, failedEmails: 0 };
test.each([
  ['nothing', quiet, 'ok'],
  [
    'a halted consumer',
    { ...quiet, halted: ['accounts.usage@1'], behind: [{ consumer: 'accounts.usage@1', seconds: 99 }] },
    'wrong',
  ],
  ['one that is behind', { ...quiet, behind: [{ consumer: 'accounts.usage@1', seconds: 99 }] }, 'look'],
  ['dead letters and failed emails', { ...quiet, deadLetters: 1, failedEmails: 2 }, 'look look'],
])('events: %s', (_name, facts, verdict) => {
  expect(verdicts(judgeEvents(facts))).toBe(verdict);
});

test.each([
  [true, 'wrong'],
  [false, 'look'],
])('a process that is not ready, in production %s', (isProduction, verdict) => {
  const processes = [
    { name: 'secrets', isReady: false, reason: 'sealed' },
    { name: 'audit', isReady: true },
  ];
  expect(judgeRunning({ isProduction, processes })).toMatchObject([{ verdict, says: 'secrets: sealed' }]);
});

const now = new Date('2026-11-26T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
test.each<[string, Partial<Parameters<typeof judgeBackups>[0]>, string]>([
  ['of this night', { newest: hoursAgo(25) }, 'ok'],
  ['of the day before', { newest: hoursAgo(27) }, 'wrong'],
  ['that are not there', { newest: undefined }, 'wrong'],
  ['that nobody knows of', { directory: undefined }, 'look'],
  ['that nobody knows of, in a trial', { directory: undefined, isProduction: false }, 'ok'],
])('backups %s', (_name, more, verdict) => {
  expect(verdicts(judgeBackups({ isProduction: true, directory: '/b', newest: hoursAgo(1), now, ...more }))).toBe(
    verdict,
  );
});

test.each([
  ['v26.1.0', '26.1.0', 'ok'],
  ['v26.1.0', undefined, 'ok'],
  ['v25.0.0', '26.1.0', 'look'],
])('Node %s where %s is installed', (node, pinned, verdict) => {
  expect(verdicts(judgeVersions('1.0.0', node, pinned))).toBe(verdict);
});

test('whatever is not in order says what to do, and where to read more', () => {
  const all = [
    judgeSite({ ...site, mirrored: null }),
    ...judgeSettings({ ...settings, metricsHost: '0.0.0.0', plainCalls: true }),
    judgeBackups({ isProduction: true, directory: '/b', newest: undefined, now }),
    ...judgeEvents({ ...quiet, halted: ['a@1'] }),
  ];
  for (const { todo, more } of all) expect([todo, more]).not.toContain(undefined);
});
