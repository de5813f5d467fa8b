import { expect, test } from 'vitest';
import { type HostAnswer, judgeRouting } from './judge-routing.ts';

const ours = { name: 'links.onceover.example', addresses: ['203.0.113.9', '2001:db8::9'] };
const none: HostAnswer = { kind: 'none' };
const away: HostAnswer = { kind: 'unavailable' };
const alias = (cname: string, ...addresses: string[]): HostAnswer => ({ kind: 'found', cname, addresses });
const at = (...addresses: string[]): HostAnswer => ({ kind: 'found', cname: null, addresses });

test.each([
  ['an alias of our name leads here', [alias('links.onceover.example')], 'pointed'],
  ['an alias of another name with our addresses leads here', [alias('cdn.acme.example', '203.0.113.9')], 'pointed'],
  ['one of our addresses is enough', [at('203.0.113.9')], 'pointed'],
  ['all of our addresses lead here', [at('2001:db8::9', '203.0.113.9')], 'pointed'],
  ['one address of somebody else leads elsewhere', [at('203.0.113.9', '198.51.100.1')], 'elsewhere'],
  ['an alias of another name leads elsewhere', [alias('www.acme.example', '198.51.100.1')], 'elsewhere'],
  ['an alias without addresses leads elsewhere', [alias('www.acme.example')], 'elsewhere'],
  ['a name below ours is not ours', [alias('x.links.onceover.example')], 'elsewhere'],
  ['nothing there is no record', [none], 'no-record'],
  ['resolvers that disagree leave it elsewhere', [at('203.0.113.9'), none], 'elsewhere'],
  ['resolvers that agree lead here', [at('203.0.113.9'), alias('links.onceover.example')], 'pointed'],
  ['a resolver that fails leaves it open', [at('203.0.113.9'), away], 'dns-unavailable'],
  ['nobody asked leaves it open', [], 'dns-unavailable'],
] as const)('%s', (_rule, answers, finding) => {
  expect(judgeRouting(answers, ours)).toBe(finding);
});

test('a place without a name is reached by its addresses alone', () => {
  const loopback = { name: null, addresses: ['127.0.0.1', '::1'] };
  expect(judgeRouting([at('127.0.0.1')], loopback)).toBe('pointed');
  expect(judgeRouting([alias('links.onceover.example')], loopback)).toBe('elsewhere');
});
