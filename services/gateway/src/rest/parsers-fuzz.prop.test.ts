import { parseEmailAddress, parseRecipient } from '@onceover/schema/email-address';
import { afterSignIn, isSignInOnly, safeRedirect } from '@onceover/schema/web/redirect';
import { type FuzzedParser, fuzz } from '@onceover/testing/fuzz';
import { expect, test } from 'vitest';
import { parseSolution } from '../captcha/parse-solution.ts';
import { isCrossSite } from '../form-token/check-form-token.ts';
import { formTokens } from '../form-token/form-token.ts';
import { formTokenKeysFrom } from '../form-token/form-token-keys.ts';
import { customHostName } from '../hosts/custom-host.ts';
import { ApiError } from '../http/api-error.ts';
import type { Site } from '../http/site.ts';
import { acceptedLocale } from '../locale/accepted-languages.ts';
import { readBasicCredential } from '../session/basic-credential.ts';
import { siteCookies } from '../session/cookies.ts';
import { userAgentFamily } from '../session/user-agent-family.ts';
import { readUrlencoded } from './forms/urlencoded.ts';

const ORIGIN = 'https://once.example';
const site: Site = {
  host: 'once.example',
  scheme: 'https',
  origin: ORIGIN,
  isProduction: true,
  hosts: new Set(['once.example']),
  origins: new Set([ORIGIN]),
};
const tokens = formTokens(formTokenKeysFrom(Buffer.alloc(32, 1)));
const session = tokens.newAnonymousSession();
const issued = tokens.issue(session);
const isRefusal = (error: unknown) => error instanceof ApiError;
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const solution = {
  algorithm: 'SHA-256',
  challenge: 'a'.repeat(64),
  number: 5,
  salt: `${'b'.repeat(24)}?expires=1795000000&`,
  signature: 'c'.repeat(64),
};

const parsers: readonly FuzzedParser[] = [
  {
    name: 'Basic',
    parse: readBasicCredential,
    seeds: [basic('nina@example.com:token'), basic('a:b'), basic(':'), 'Bearer x'],
    mayThrow: isRefusal,
    check: (parsed) => {
      const { custid, token } = parsed as ReturnType<typeof readBasicCredential>;
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that there is none is what is asked.
      if (custid === '' || token === '' || /[\0-\x1f]/.test(custid + token))
        throw new Error('an empty half, or a control');
    },
  },
  {
    name: 'cookies',
    parse: siteCookies(site).read,
    seeds: ['__Host-sess=a.b.c; locale=de', 'locale="he"; __Host-sess=%41', 'a=b; a=c;;; =', '__Host-sess'],
  },
  {
    name: 'Accept-Language',
    parse: acceptedLocale,
    seeds: ['de-DE,de;q=0.9,en;q=0.8', 'zh-Hant-TW, *;q=0.1', 'x-klingon', 'pt-BR;q=1.000'],
  },
  {
    name: 'solution of a captcha',
    parse: (text) => [parseSolution(text), parseSolution(Buffer.from(text).toString('base64'))],
    seeds: [JSON.stringify(solution), JSON.stringify({ ...solution, took: 3 }), Buffer.from('{}').toString('base64')],
  },
  {
    name: 'form token',
    parse: (text) => tokens.isValid(text, session),
    seeds: [issued, tokens.issue(tokens.newAnonymousSession()), 'v1..', 'v1.a.b.c'],
    check: (isValid, text) => {
      if (isValid === true && text !== issued) throw new Error('another spelling of a token is a token');
    },
  },
  {
    name: 'form',
    parse: readUrlencoded,
    seeds: [
      'secret=tea+at+5%3F&ttl=3600&continue=true',
      'recipient[]=a%40b.c&recipient[]=',
      '&&=&a',
      '%E2%98%95=%F0%9F',
    ],
    mayThrow: isRefusal,
  },
  {
    name: 'Host',
    parse: (text) => customHostName(text, site),
    seeds: ['secrets.example.com', 'secrets.example.com:443', '[::1]:80', '0x7f.1', 'xn--bcher-kva.example'],
    check: (name) => {
      if (name !== undefined && !/^[a-z0-9.-]+\.[a-z0-9-]+$/.test(String(name))) throw new Error(`a host ${name}`);
    },
  },
  {
    name: 'Origin and Referer',
    parse: (text) => [isCrossSite({ origin: text }, site.origins), isCrossSite({ referer: text }, site.origins)],
    seeds: [
      ORIGIN,
      `${ORIGIN}/secret/a`,
      'null',
      'https://once.example.evil.example',
      'https://once.example@evil.example/',
    ],
    check: (given, text) => {
      const [byOrigin] = given as readonly boolean[];
      if (byOrigin === false && text !== ORIGIN) throw new Error('another origin is ours');
    },
  },
  {
    name: 'redirect',
    parse: (text) => safeRedirect(text, ORIGIN),
    seeds: [
      '/dashboard',
      '/account/domains/a.example/verify?x=1',
      '//evil.example',
      '/\\evil.example',
      '/account/../\\x',
      '/recent#x',
    ],
    check: (to) => {
      const url = new URL(String(to), ORIGIN);
      if (url.origin !== ORIGIN || !isSignInOnly(url.pathname)) throw new Error(`leads to ${to}`);
      if (to !== afterSignIn && !String(to).startsWith('/')) throw new Error(`leads to ${to}`);
    },
  },
  {
    name: 'email address',
    parse: (text) => [parseEmailAddress(text), parseRecipient(text)],
    seeds: [
      'nina@example.com',
      'Nina <nina@example.com>',
      '"a b"@example.com',
      'nina@bücher.example',
      'a@b, c@d',
      'a@[127.0.0.1]',
    ],
    check: (given) => {
      for (const address of given as readonly (string | null)[]) {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: what would begin another header is what is looked for.
        if (address !== null && /[\s\0-\x1f,;<>"]/.test(address))
          throw new Error(`an address ${JSON.stringify(address)}`);
      }
    },
  },
  {
    name: 'User-Agent',
    parse: userAgentFamily,
    seeds: ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36', 'curl/8.1', ''],
  },
];

test.each(parsers)('whatever is sent as $name is read or refused, soon and in one way', (parser) => {
  const { undeclared, slow } = fuzz(parser, 5_000, 1 / PARSERS);
  expect(undeclared).toEqual([]);
  expect(slow).toEqual([]);
});

/** Of all workspaces. */
const PARSERS = 14;
