import { fuzz } from '@onceover/testing/fuzz';
import { expect, test } from 'vitest';
import { normaliseHost, parseDomainName } from './domain-names.ts';

/** Of all workspaces; see the gateway's. */
const PARSERS = 14;

test('whatever is typed as a domain is a public host in one spelling, or none', () => {
  const { undeclared, slow } = fuzz(
    {
      name: 'domain',
      parse: parseDomainName,
      seeds: [
        'secrets.example.com',
        'bücher.example',
        'XN--BCHER-KVA.example.',
        'a.b.co.uk',
        '127.0.0.1',
        '*.example.com',
      ],
      check: (parsed) => {
        const host = (parsed as { readonly host: string } | null)?.host;
        if (host === undefined) return;
        if (parseDomainName(host)?.host !== host) throw new Error(`${host} is not read as itself`);
        if (normaliseHost(host) !== host) throw new Error(`a request for ${host} does not find it`);
      },
    },
    5_000,
    1 / PARSERS,
  );
  expect(undeclared).toEqual([]);
  expect(slow).toEqual([]);
});
