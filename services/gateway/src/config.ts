import {
  commaSeparated,
  domains,
  host,
  incomingRecipient,
  keysDir,
  onOff,
  passwordMinLength,
  rateLimits,
  signUp,
  siteHost,
} from '@onceover/schema/settings';
import { type ConfigOf, defineConfig } from '@onceover/service-kit/config';
import { z } from 'zod';

/** The settings of the gateway. */
export const gatewayConfig = defineConfig({
  port: {
    env: 'ONCEOVER_PORT',
    schema: z.coerce.number().int().min(0).max(65_535),
    default: 3000,
    doc: 'Port to listen on; 0 picks a free one.',
  },
  host: { env: 'ONCEOVER_HOST', schema: z.string(), default: '127.0.0.1', doc: 'Address to listen on.' },
  siteHost,
  rateLimits,
  keysDir,
  trustedProxies: {
    env: 'ONCEOVER_TRUSTED_PROXIES',
    schema: commaSeparated,
    default: [],
    doc: 'Addresses or CIDR ranges of proxies whose X-Forwarded-For and X-Forwarded-Host are trusted, separated by commas.',
  },
  supportHost: {
    env: 'ONCEOVER_SUPPORT_HOST',
    schema: host.optional(),
    doc: 'Host of the blog, documentation and status pages that the footer links to.',
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
  compatibleTypes: {
    env: 'ONCEOVER_COMPATIBLE_TYPES',
    schema: onOff,
    default: false,
    doc: 'Answer /api/v2 with strings where the original sent strings in place of numbers and booleans.',
  },
});

export type GatewayConfig = ConfigOf<typeof gatewayConfig>;
