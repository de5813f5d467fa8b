import { traceparentOf } from '@onceover/service-kit/origin';
import { expect, test } from 'vitest';
import type { EventMeta } from '../types.ts';
import { readMeta, writeMeta } from './stored-meta.ts';

const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';
const few: EventMeta = { correlationId: 'req-1', actor: { kind: 'anonymous' }, surface: 'api' };
const all: EventMeta = {
  correlationId: 'req-2',
  causationId: '5b0a4a5e-93f2-5d11-8f0e-2d7c1a6b9e40',
  actor: { kind: 'creator', ref: '019d8f3a-6b1c-7e2f-9a41-5c0d2e7f8b13' },
  surface: 'web',
  networkTag: 'q3Zk0_aB',
  traceparent: trace,
};

test.each([
  ['with everything', all, all],
  ['with the least', few, { ...few, traceparent: traceparentOf('req-1') }],
])('readers get what was written about a command, %s', (_, meta, read) => {
  expect(readMeta(JSON.parse(writeMeta(meta)))).toEqual(read);
});

test('what the log repeats with every event is as short as what it says', () => {
  expect(writeMeta({ ...few, networkTag: 'q3Zk0_aB' })).toBe('{"r":"req-1","s":"api","n":"q3Zk0_aB"}');
});
