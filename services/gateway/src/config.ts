import { type ConfigOf, defineConfig } from '@onceover/service-kit/config';
import { z } from 'zod';

const YES = new Set(['1', 'true', 'yes', 'on']);
const NO = new Set(['0', 'false', 'no', 'off']);

const onOff = z
  .string()
  .toLowerCase()
  .refine((word) => YES.has(word) || NO.has(word), 'say on or off')
  .transform((word) => YES.has(word));

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);

const host = z
  .string()
  .toLowerCase()
  .regex(
    /^(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::\d{1,5})?$/,
    'give a host name, with a port where needed',
  );

/** The settings of the gateway. */
export const gatewayConfig = defineConfig({
  port: {
    env: 'ONCEOVER_PORT',
    schema: z.coerce.number().int().min(0).max(65_535),
    default: 3000,
    doc: 'Port to listen on; 0 takes a free one.',
  },
  host: { env: 'ONCEOVER_HOST', schema: z.string(), default: '127.0.0.1', doc: 'Address to listen on.' },
  siteHost: {
    env: 'ONCEOVER_SITE_HOST',
    schema: host.optional(),
    doc: 'Public host[:port] that links name. Anything but loopback means https and production rules. Default: the listening address where it is loopback.',
  },
  rateLimits: {
    env: 'ONCEOVER_RATE_LIMITS',
    schema: onOff,
    default: true,
    doc: 'Request limits per network; off only where everything is loopback (passphrase attempts stay limited).',
  },
  keysDir: {
    env: 'ONCEOVER_KEYS_DIR',
    schema: z.string(),
    default: './data-keys',
    doc: 'Directory of the key files; never inside the data directory and never in a backup of it.',
  },
  trustedProxies: {
    env: 'ONCEOVER_TRUSTED_PROXIES',
    schema: list,
    default: [],
    doc: 'Addresses or CIDR ranges of proxies whose X-Forwarded-For and X-Forwarded-Host count, separated by commas.',
  },
  supportHost: {
    env: 'ONCEOVER_SUPPORT_HOST',
    schema: host.optional(),
    doc: 'Host of blog, documentation and status pages that the footer links to.',
  },
  signIn: {
    env: 'ONCEOVER_SIGNIN',
    schema: onOff,
    default: true,
    doc: 'Whether customers can sign in.',
  },
  signUp: {
    env: 'ONCEOVER_SIGNUP',
    schema: onOff,
    default: true,
    doc: 'Whether visitors can make an account.',
  },
  domains: {
    env: 'ONCEOVER_DOMAINS',
    schema: onOff,
    default: true,
    doc: 'Whether customers can use domains of their own for links; off: other hosts than the site are refused.',
  },
  incomingRecipient: {
    env: 'ONCEOVER_INCOMING_RECIPIENT',
    schema: z.email('give one e-mail address').max(254).toLowerCase().optional(),
    doc: 'Address of the support desk that /incoming sends to; without it there is no /incoming.',
  },
  compatibleTypes: {
    env: 'ONCEOVER_COMPATIBLE_TYPES',
    schema: onOff,
    default: false,
    doc: 'Answer /api/v2 with the strings the original sent in place of some numbers and booleans.',
  },
});

export type GatewayConfig = ConfigOf<typeof gatewayConfig>;
