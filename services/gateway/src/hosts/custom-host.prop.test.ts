import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Site } from '../http/site.ts';
import { customHostName } from './custom-host.ts';

const site: Site = {
  host: 'once.example',
  scheme: 'https',
  origin: 'https://once.example',
  isProduction: true,
  hosts: new Set(['once.example']),
  origins: new Set(['https://once.example']),
};

test('whatever a Host header says, the result is a plain host name that the address parser agrees with', () => {
  const header = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.domain(),
    fc.domain().map((name) => `${name.toUpperCase()}:443`),
    fc.webAuthority({ withIPv4: true, withIPv6: true, withPort: true, withUserInfo: true }),
    fc.ipV4(),
    fc.array(fc.nat(300), { minLength: 1, maxLength: 5 }).map((numbers) => numbers.join('.')),
  );
  fc.assert(
    fc.property(header, (text) => {
      const name = customHostName(text, site);
      if (name === undefined) return;
      expect(name).toMatch(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/);
      const parsed = URL.parse(`https://${name}/`);
      if (parsed !== null) expect(parsed.hostname).toBe(name);
      expect(name).not.toMatch(/^[\d.]+$/);
    }),
    { numRuns: 1000 },
  );
});
