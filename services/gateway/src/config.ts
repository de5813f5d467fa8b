import { isIP } from 'node:net';
import {
  commaSeparated,
  domains,
  generatedValueAgain,
  host,
  incomingRecipient,
  incomingTicketPattern,
  keysDir,
  onOff,
  passwordMinLength,
  rateLimits,
  signUp,
  siteHost,
  wholeNumber,
} from '@onceover/schema/settings';
import { type ConfigOf, defineConfig } from '@onceover/service-kit/config';
import { z } from 'zod';

const networkNames = new Set(['loopback', 'linklocal', 'uniquelocal']);

function isListeningHost(text: string): boolean {
  return isIP(text) !== 0 || z.hostname().safeParse(text).success;
}

/** What the trust in proxies understands: an address, a CIDR range, or the name of a range. */
function isNetworkOrName(text: string): boolean {
  return networkNames.has(text) || isNetwork(text);
}

/** An address or a CIDR range. */
function isNetwork(text: string): boolean {
  const [address = '', length, ...more] = text.split('/');
  const family = isIP(address);
  return (
    family !== 0 &&
    more.length === 0 &&
    (length === undefined || (/^\d+$/.test(length) && Number(length) <= (family === 4 ? 32 : 128)))
  );
}

const ORIGINS_WANTED = 'give origins like https://app.example.com, with a port where needed and without a path';

/** An origin as browsers send it: https, a host and no path; the port that is meant anyway is left out. */
const webOrigin = z
  .string()
  .regex(/^https:\/\/[^/?#@*\\\s]+$/i, ORIGINS_WANTED)
  .transform((text) => URL.parse(text)?.origin ?? '')
  .refine((origin) => origin !== '', ORIGINS_WANTED);

export const gatewayConfig = defineConfig({
  port: {
    env: 'ONCEOVER_PORT',
    schema: wholeNumber(0, 65_535),
    default: 3000,
    doc: 'Port to listen on; 0 picks a free one.',
  },
  host: {
    env: 'ONCEOVER_HOST',
    schema: z
      .string()
      .refine(isListeningHost, 'give an address like 127.0.0.1 or a host name, without http://, port or path'),
    default: '127.0.0.1',
    doc: 'Address to listen on.',
  },
  siteHost,
  rateLimits,
  keysDir,
  trustedProxies: {
    env: 'ONCEOVER_TRUSTED_PROXIES',
    schema: commaSeparated.pipe(
      z.array(z.string().refine(isNetworkOrName, 'give addresses or ranges like 10.0.0.1 or 10.0.0.0/8')),
    ),
    default: [],
    doc: 'Addresses or CIDR ranges of proxies whose X-Forwarded-For and X-Forwarded-Host are trusted, separated by commas.',
  },
  colonelHost: {
    env: 'ONCEOVER_COLONEL_HOST',
    schema: host.optional(),
    doc: 'A host[:port] of its own for the administration. It serves the whole site; on every other host colonels are customers like any other, and sign in again on this one.',
  },
  colonelNetworks: {
    env: 'ONCEOVER_COLONEL_NETWORKS',
    schema: commaSeparated.pipe(
      z.array(z.string().refine(isNetwork, 'give addresses or ranges like 10.0.0.1 or 10.0.0.0/8')),
    ),
    default: [],
    doc: 'Addresses or CIDR ranges from which colonels are colonels, separated by commas; from elsewhere they are customers like any other. Default: from everywhere.',
  },
  scannerNetworks: {
    env: 'ONCEOVER_SCANNER_NETWORKS',
    schema: z.string().min(1, 'give the path of a file').optional(),
    doc: 'File with the networks of link scanners, an address or CIDR range a line; whoever opens a link from there holds the button. It is read at the start. Default: a list that comes along.',
  },
  supportHost: {
    env: 'ONCEOVER_SUPPORT_HOST',
    schema: host.optional(),
    doc: 'Host of the blog, documentation and status pages that the footer links to.',
  },
  githubUrl: {
    env: 'ONCEOVER_GITHUB_URL',
    schema: z
      .url({ protocol: /^https$/, hostname: z.regexes.domain, error: 'give an address that begins with https://' })
      .optional(),
    doc: 'Address of the source code, such as https://github.com/acme/onceover. Without it the footer has no GitHub link.',
  },
  securityContact: {
    env: 'ONCEOVER_SECURITY_CONTACT',
    schema: z
      .union(
        [
          z.email().transform((address) => `mailto:${address}`),
          z.url({ protocol: /^https$/, hostname: z.regexes.domain }),
        ],
        'give an email address, or an address that begins with https://',
      )
      .optional(),
    doc: 'Where people report a security problem: an email address or an https:// address. Published in /.well-known/security.txt, which does not exist without it.',
  },
  bounceToken: {
    env: 'ONCEOVER_BOUNCE_TOKEN',
    schema: z
      .string()
      .regex(
        /^[\x21-\x7e]{20,200}$/,
        'give 20 to 200 letters, digits and signs without blanks; openssl rand -hex 32 prints some',
      )
      .optional(),
    doc: 'Token with which a mail server hands in bounce reports at /hooks/bounces, which does not exist without it.',
    sensitive: true,
  },
  signIn: {
    env: 'ONCEOVER_SIGNIN',
    schema: onOff,
    default: true,
    doc: 'Allow customers to sign in.',
  },
  signUp,
  passwordMinLength,
  domains,
  incomingRecipient,
  incomingTicketPattern,
  policies: {
    env: 'ONCEOVER_POLICIES',
    schema: z.enum(['off', 'drafts', 'approved'], 'say off, drafts or approved'),
    default: 'off',
    doc: 'The pages /info/privacy, /info/terms and /info/security. Their texts are drafts: `drafts` shows them marked as such, `approved` without the mark. When off, they do not exist.',
  },
  testimonials: {
    env: 'ONCEOVER_TESTIMONIALS',
    schema: onOff,
    default: false,
    doc: 'Show a made-up testimonial, labelled as AI-generated, in the upgrade dialog. Ask a lawyer first.',
  },
  serviceWorker: {
    env: 'ONCEOVER_SERVICE_WORKER',
    schema: onOff,
    default: true,
    doc: 'Serve a service worker: it receives what other apps share, and shows a page when there is no connection. When off, browsers that have it remove it at their next visit.',
  },
  apiV1: {
    env: 'ONCEOVER_API_V1',
    schema: onOff,
    default: true,
    doc: 'Answer /api/v1, which nearly every library and script for Onetime Secret speaks.',
  },
  apiLater: {
    env: 'ONCEOVER_API_LATER',
    schema: onOff,
    default: true,
    doc: 'Answer what clients of Onetime Secret 0.19 and later send: nested bodies, receipts and guest paths in /api/v2, and /api/v3.',
  },
  apiGuest: {
    env: 'ONCEOVER_API_GUEST',
    schema: onOff,
    default: true,
    doc: 'Answer /api/v2/guest and /api/v3/guest, where everybody is a visitor.',
  },
  compatibleTypes: {
    env: 'ONCEOVER_COMPATIBLE_TYPES',
    schema: onOff,
    default: false,
    doc: 'Answer /api/v2 with strings where the original sent strings in place of numbers and booleans.',
  },
  apiOrigins: {
    env: 'ONCEOVER_API_ORIGINS',
    schema: commaSeparated.pipe(z.array(webOrigin)),
    default: [],
    doc: 'Origins such as https://app.example.com whose pages may call /api/v1, /api/v3 and the later calls of /api/v2 from a browser, separated by commas. Cookies never count there; a page signs in with an API token or not at all.',
  },
  generatedValueAgain,
});

export type GatewayConfig = ConfigOf<typeof gatewayConfig>;
