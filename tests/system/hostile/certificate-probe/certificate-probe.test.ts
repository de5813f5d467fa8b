import { domainChangedAnswer, domainListAnswer } from '@onceover/schema/rest/domains';
import { type DnsServer, startDnsServer } from '@onceover/testing/dns-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../support/browser.ts';
import type { Person } from '../../../support/people.ts';
import { type AttackedProgram, startAttacked } from '../support/attacked-program.ts';
import { countOf, flood } from '../support/flood.ts';
import { volume } from '../support/volume.ts';
import { brokenKinds, startHostileDns } from './hostile-dns.ts';

const DOMAINS = '/api/v2/account/domains';
const TARGET = 'links.onceover-test.com';
const stack = new AsyncDisposableStack();
let dns: DnsServer;
let program: AttackedProgram<Person>;
let browser: Browser;

beforeAll(async () => {
  dns = stack.use(await startDnsServer());
  const hostile = stack.use(await startHostileDns(dns));
  const env = { ONCEOVER_DNS_SERVERS: hostile.address, ONCEOVER_DOMAIN_TARGET: TARGET };
  program = stack.use(await startAttacked('certificate-probe', { env, prepare: (people) => people.paidCustomer() }));
  browser = program.cast.browser.copy(program.url);
});
afterAll(() => stack.disposeAsync());

let from = 0;
/** From a network of its own: whoever has many is no less hostile. */
const elsewhere = () => {
  from += 1;
  return { 'x-forwarded-for': `10.${30 + Math.floor(from / 250)}.${from % 250}.9` };
};
const post = (path: string, fields: Record<string, string> = {}) =>
  browser.post(`${DOMAINS}${path}`, fields, elsewhere());

async function added(domain: string) {
  const { status, json, text } = await post('/add', { domain });
  if (status !== 200) throw new Error(`${domain}: ${text}`);
  return domainChangedAnswer.parse(json).record;
}

const names: readonly string[] = [
  ...['localhost', 'com', 'co.uk', 'github.io', '127.0.0.1', '[::1]', '2130706433', '0x7f000001', '0177.1', '127.1'],
  ...['*.acme-domains.com', '_x.acme-domains.com', '-a.acme-domains.com', 'a..acme-domains.com'],
  ...[
    'acme-domains.com:443',
    'https://acme-domains.com',
    'acme-domains.com/a',
    'a@acme-domains.com',
    'acme-domains.com#a',
  ],
  ...[
    'xn--.acme-domains.com',
    'xn--0.com',
    `xn--${'a'.repeat(60)}.com`,
    '٠.acme-domains.com',
    'a\u0000.com',
    'a\u202e.acme-domains.com',
  ],
  ...['1２7.0.0.1', 'аcme.internal', 'printer.local', 'db.internal', 'a.onion', 'a.test', 'a.invalid', 'a.arpa'],
  ...[
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(126)}com`,
    'x'.repeat(10_000),
    '%2e%2e',
    '../../etc',
    'a\\b.com',
    'a b.com',
  ],
  ...["a';drop table.com", '<script>.com', '$(id).com', 'a\r\nx: y', '\u{1f4a3}'.repeat(300)],
];

test('what is no domain of a customer is none, however it is written', async () => {
  const wrong: string[] = [];
  await program.attack('names', async () => {
    const asked = Array.from({ length: volume(names.length) }, (_, number) => names[number % names.length] ?? '');
    for (const domain of asked) {
      const { status, json } = await post('/add', { domain });
      if (status !== 400 || !['bad_domain', 'empty_domain'].includes(json.code))
        wrong.push(`${status} ${domain.slice(0, 80)} ${json.code}`);
    }
    return asked.length;
  });
  expect(wrong).toEqual([]);
});

test('whatever a resolver answers, a domain stays pending, and what is shown of it is short and can be read', async () => {
  const texts = {
    'control.acme-domains.com': ['\u0000\u0007\u001b]0;x\u0007', '\u202egnp.exe', '\r\nset-cookie: a=b', '\ufeff'],
    'markup.acme-domains.com': ['<script>alert(1)</script>', '"><img src=x>', '{{7*7}}', 'javascript:alert(1)'],
    'many.acme-domains.com': Array.from({ length: 60 }, (_, number) => `value ${number}`),
  };
  const hosts = [...Object.keys(texts), ...brokenKinds.map((kind) => `broken-${kind}.acme-domains.com`)];
  const records = new Map<string, Awaited<ReturnType<typeof added>>>();
  for (const host of hosts) records.set(host, await added(host));
  for (const [host, values] of Object.entries(texts)) {
    const record = records.get(host);
    dns.setTxt(`${record?.txt_validation_host}.acme-domains.com`, ...values);
    dns.setCname(host, host); // an alias of itself
  }
  await program.attack('answers', async () => {
    const rounds = volume(1);
    for (let round = 0; round < rounds; round += 1) {
      const answers = await Promise.all(hosts.map((host) => post(`/${host}/verify`)));
      for (const [at, { status, json, text }] of answers.entries()) {
        if (round > 0 && status === 400 && json.code === 'rate_limited') continue;
        expect([hosts[at], status]).toEqual([hosts[at], 200]);
        expect(domainChangedAnswer.parse(json).record).toMatchObject({ verified: false, status: 'pending' });
        // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not come back.
        expect(text).not.toMatch(/[\u0000-\u001f\u007f\u202e]|\\u00(?:0|1|7f)|\\u202e/);
      }
    }
    return hosts.length * rounds;
  });
  const shown = await browser.graph('{ domains { nodes { host isVerified } } }');
  expect(
    shown.json.errors ?? shown.json.data.domains.nodes.filter(({ isVerified }: { isVerified: boolean }) => isVerified),
  ).toEqual([]);
  const list = domainListAnswer.parse((await browser.get(DOMAINS)).json);
  expect(list.records.filter(({ verified, status }) => verified || status === 'active')).toEqual([]);
});

test('a stranger does not learn which hosts are here and wait to be proven: every unknown host has one answer', async () => {
  const pending = (await added('waiting.acme-domains.com')).display_domain;
  const texts = new Set<string>();
  const heard = (_status: number, text: string) => void texts.add(text.replaceAll(/"[\w-]{20,}"/g, '""'));
  const hosts = [
    pending,
    `${pending}.`,
    pending.toUpperCase(),
    'never.acme-domains.com',
    'xn--bcher-kva.com',
    TARGET,
    '10.0.0.1',
  ];
  await program.attack('hosts', async () => {
    const statuses = await flood({ url: program.url, times: volume(2_000), heard }, (number) => ({
      path: number % 2 === 0 ? '/secret/' : '/api/v2/status',
      headers: {
        host: number % 3 === 0 ? `h${number}.acme-domains.com` : (hosts[number % hosts.length] ?? ''),
        ...elsewhere(),
      },
    }));
    return countOf(statuses, 421);
  });
  expect(texts.size).toBeLessThanOrEqual(2); // a page, and what programs get
});
