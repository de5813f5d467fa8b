import type { Person } from '../../support/people.ts';
import { expect } from './fixtures.ts';
import type { Guard } from './guard.ts';

export const siteUrl = () => process.env.E2E_URL ?? '';

/** A customer's host that is proven. */
export interface CustomHost {
  readonly host: string;
  /** Such as `http://once.acme-links.com:3000`. */
  readonly origin: string;
  /** Creates a secret whose link is on the host. */
  conceal(more?: Readonly<Record<string, string>>): Promise<{ secret: string; metadata: string; shareUrl: string }>;
  burn(metadataKey: string): Promise<void>;
}

/** Adds a host to a customer's account and proves it. */
export async function customHostOf(
  { browser }: Person,
  publishTxt: (name: string, value: string) => Promise<void>,
): Promise<CustomHost> {
  const host = `once-${crypto.randomUUID().slice(0, 8)}.acme-links.com`;
  const { record } = (await browser.post('/api/v2/account/domains/add', { domain: host })).json;
  await publishTxt(`${record.txt_validation_host}.${record.base_domain}`, record.txt_validation_value);
  const checked = await browser.post(`/api/v2/account/domains/${host}/verify`);
  expect(checked.json.record.verified).toBe(true);
  return {
    host,
    origin: `http://${host}:${new URL(siteUrl()).port}`,
    async conceal(more = {}) {
      const fields = { secret: 'tea at five', share_domain: host, ...more };
      const { metadata, secret } = (await browser.post('/api/v2/secret/conceal', fields)).json.record;
      return { secret: secret.key, metadata: metadata.key, shareUrl: metadata.share_url };
    },
    async burn(metadataKey) {
      await browser.post(`/api/v2/private/${metadataKey}/burn`, { continue: 'true' });
    },
  };
}

/** Says that a test visits the host. */
export function admit(guard: Guard, { origin }: CustomHost): void {
  guard.admit(origin);
  // Chromium's remark about plain http that is not loopback.
  guard.allow(/Cross-Origin-Opener-Policy header has been ignored/);
}
