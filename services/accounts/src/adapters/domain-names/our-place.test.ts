import { expect, test } from 'vitest';
import { httpsPortOf, ourPlaceOf } from './our-place.ts';

const loopback = { name: null, addresses: ['127.0.0.1', '::1'] };

test.each([
  ['on loopback', { siteHost: undefined }, loopback, null],
  ['on a loopback name', { siteHost: 'localhost:3000' }, loopback, null],
  ['on a loopback address', { siteHost: '[::1]:3000' }, loopback, null],
  ['on a public name', { siteHost: 'Once.example' }, { name: 'once.example', addresses: [] }, 443],
  ['on another port', { siteHost: 'once.example:8443' }, { name: 'once.example', addresses: [] }, 8443],
  ['on an address', { siteHost: '192.0.2.7' }, { name: null, addresses: ['192.0.2.7'] }, 443],
  [
    'with a target',
    { siteHost: 'once.example', domainTarget: 'Links.once.example' },
    { name: 'links.once.example', addresses: [] },
    443,
  ],
  [
    'on loopback with a target',
    { siteHost: undefined, domainTarget: 'links.once.example' },
    { name: 'links.once.example', addresses: [] },
    null,
  ],
] as const)('a site %s', (_where, settings, place, port) => {
  expect(ourPlaceOf({ domainTarget: undefined, ...settings })).toEqual(place);
  expect(httpsPortOf(settings.siteHost)).toBe(port);
});
