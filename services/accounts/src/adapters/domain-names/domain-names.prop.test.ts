import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normaliseHost, parseDomainName } from './domain-names.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc
    .array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), { maxLength: 6 })
    .map((labels) => labels.join('.')),
  fc.domain(),
);

test('whatever is typed is a host in its stored form, or not a host', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const name = parseDomainName(text);
      if (name === null) return;
      expect(name.host).toMatch(/^[a-z0-9.-]{3,225}$/);
      expect(name.host).toBe(name.trd === null ? name.baseDomain : `${name.trd}.${name.baseDomain}`);
      expect(name.baseDomain).toBe(`${name.sld}.${name.tld}`);
      expect(parseDomainName(name.host)).toEqual(name);
      expect(parseDomainName(name.displayDomain)?.host).toBe(name.host);
      expect(normaliseHost(name.host)).toBe(name.host);
    }),
    { numRuns: 20_000 },
  );
});

test('whatever a Host header says is a host in its stored form, or not a host', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        anyText,
        fc.domain().map((domain) => `${domain}:443`),
      ),
      (header) => {
        const host = normaliseHost(header);
        if (host === null) return;
        expect(host).toMatch(/^[a-z0-9.-]{3,253}$/);
        expect(normaliseHost(host)).toBe(host);
      },
    ),
    { numRuns: 20_000 },
  );
});
