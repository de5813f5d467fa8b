import { expect, test } from 'vitest';
import { createDomainNames } from './domain-names.ts';

const names = createDomainNames('Once.Acme.example:8443');

test.each(['once.acme.example', 'ONCE.acme.example', 'x.once.acme.example', 'once。acme。example'])(
  '%s is ours, or below ours, and nobody may add it',
  (host) => expect(names.parse(host)).toBeNull(),
);

test.each(['acme.example', 'twice.acme.example', 'xonce.acme.example'])('%s is not ours', (host) => {
  expect(names.parse(host)?.host).toBe(host);
});

test('our own host in a request is not a custom domain either', () => {
  expect(names.normaliseHost('once.acme.example:8443')).toBeNull();
  expect(names.normaliseHost('acme.example:8443')).toBe('acme.example');
});

test('a site on loopback reserves no name', () => {
  for (const siteHost of [undefined, 'localhost:3000', '127.0.0.1:3000', '[::1]:3000']) {
    expect(createDomainNames(siteHost).parse('once.acme.example')?.host).toBe('once.acme.example');
  }
});
