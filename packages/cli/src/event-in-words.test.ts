import type { CloudEvent } from '@onceover/client';
import { expect, test } from 'vitest';
import { eventInWords, eventType } from './event-in-words.ts';

const event: CloudEvent = {
  specversion: '1.0',
  id: '0c9de2b1-47aa-5b3c-9c55-61f8e0d2a7b4',
  source: '/onceover/once.example/secrets',
  type: 'io.onceover.secret.received',
  subject: '019d8f3a-6b1c-7e2f-9a41-5c0d2e7f8b13',
  time: '2026-11-21T16:12:09.412Z',
  datacontenttype: 'application/json',
  dataschema: 'https://once.example/docs/events/schemas/io.onceover.secret.received.json',
  partitionkey: '01a21a98-6f3e-7c11-9d52-3b8a4c5d6e7f',
  sequence: '0000000000000012',
  data: { by: 'anonymous', viewerRef: null },
};

test('a line says when, what, of which secret, and how', () => {
  expect(eventInWords(event)).toBe(
    '2026-11-21 16:12:09 UTC  secret.received  019d8f3a-6b1c-7e2f-9a41-5c0d2e7f8b13  by=anonymous',
  );
});

test('what it is about is said once, and may be nothing', () => {
  const { subject, ...rest } = event;
  const sent = { ...event, type: 'io.onceover.delivery.sent', data: { template: 'link', secretId: subject } };
  expect(eventInWords(sent)).toMatch(/ delivery\.sent {2}019d8f3a-[^ ]* {2}template=link$/);
  expect(eventInWords({ ...rest, data: {} })).toBe('2026-11-21 16:12:09 UTC  secret.received');
});

test('it stays one line, and does nothing to a terminal', () => {
  const data = { a: 'two words', b: 'x\ny', c: { d: 1 }, e: '\u009b31m', f: true };
  const line = eventInWords({ ...event, type: 'a\u001b[2J\nb', data });
  expect(line).toContain('a␛[2J␊b');
  expect(line).toContain('a="two words" b="x\\ny" c={"d":1} e=<U+009B>31m f=true');
});

test('the prefix of a type may be left out', () => {
  expect(['secret.received', 'io.onceover.secret.received'].map(eventType)).toEqual([event.type, event.type]);
});
