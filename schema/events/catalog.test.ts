import { readdirSync, readFileSync } from 'node:fs';
import { Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sdlOf } from '../sdl.ts';
import { catalog, everyVersion } from './catalog.ts';
import { eventMetaSchema } from './envelope.ts';
import type { CatalogEntry } from './event-row.ts';
import { fieldClasses } from './field-class.ts';
import { logNames } from './logs.ts';
import { readEvent } from './read-event.ts';

const at = (path: string) => new URL(path, import.meta.url);

test('every event type and version has a golden example that still validates', () => {
  for (const entry of everyVersion) {
    const example: unknown = JSON.parse(readFileSync(at(entry.example), 'utf8'));
    expect(entry.schema.parse(example), entry.type).toEqual(example);
  }
});

test('the examples of all versions of an event tell the same, once they are read', () => {
  const exampleOf = (row: CatalogEntry) => JSON.parse(readFileSync(at(row.example), 'utf8'));
  for (const row of everyVersion) {
    const newest = catalog.find(({ producer, type }) => producer === row.producer && type === row.type);
    expect(readEvent(exampleOf(row)), row.example).toEqual(newest && exampleOf(newest));
  }
});

test('no golden example is without its catalogue entry', () => {
  const known = new Set(everyVersion.map((entry) => entry.example.replace('examples/', '')));
  expect(readdirSync(at('examples')).sort()).toEqual([...known].sort());
});

test('every type stands in one row, and in one more for each log that has it', () => {
  const names = catalog.map(({ producer, type }) => `${producer} ${type}`);
  expect(names.length).toBe(new Set(names).size);
});

test('operators can name every service that has a log', () => {
  const { definitions } = parse(sdlOf('accounts'));
  const names = definitions.find(
    (node) => node.kind === Kind.ENUM_TYPE_DEFINITION && node.name.value === 'ServiceName',
  );
  const values = names?.kind === Kind.ENUM_TYPE_DEFINITION ? (names.values ?? []) : [];
  expect(values.map(({ name }) => name.value.toLowerCase())).toEqual(logNames);
});

test('readers ignore fields they do not know', () => {
  for (const entry of everyVersion) {
    const example = JSON.parse(readFileSync(at(entry.example), 'utf8'));
    expect(entry.schema.safeParse({ ...example, later: 1, data: { ...example.data, later: 1 } }).success).toBe(true);
  }
});

test('every field of every event has a class, and none is personal', () => {
  for (const { type, schema } of catalog) {
    for (const [name, field] of Object.entries(schema.shape.data.shape)) {
      expect(['public', 'tenant', 'internal'], `${type}: ${name}`).toContain(fieldClasses.get(field)?.class);
    }
  }
});

test('every field of the meta of events has a class, and none is named after keys, addresses or people', () => {
  for (const [name, field] of leavesOf(eventMetaSchema)) {
    expect(['public', 'tenant', 'own', 'internal'], name).toContain(fieldClasses.get(field)?.class);
    expect(isForbiddenName(name), name).toBe(false);
  }
});

test('who acted is told to an owner only if it was the owner', () => {
  expect(fieldClasses.get(eventMetaSchema.shape.actor.shape.ref)?.class).toBe('own');
});

test('what consumers are called begins with a service that listens', () => {
  for (const { type, consumers } of catalog) {
    for (const name of consumers) expect(name, type).toMatch(/^(secrets|accounts|notifications|audit)\.[a-z_-]+$/);
  }
});

test('no field is named after content, keys, addresses or people', () => {
  for (const { type, schema } of catalog) {
    for (const name of Object.keys(schema.shape.data.shape))
      expect(isForbiddenName(name), `${type}: ${name}`).toBe(false);
  }
});

test.each([
  'secretKey',
  'key',
  'recipient',
  'recipients',
  'userEmail',
  'ip',
  'clientIp',
  'userAgent',
  'contentHash',
  'passphraseHint',
])('the lint refuses a field named %s', (name) => expect(isForbiddenName(name)).toBe(true));

test.each(['description', 'tripCount', 'hasPassphrase', 'recipientCount', 'kind'])(
  'the lint accepts a field named %s',
  (name) => expect(isForbiddenName(name)).toBe(false),
);

/** Fields that hold a value of their own, by name. */
function leavesOf({ shape }: z.ZodObject): [string, z.core.$ZodType][] {
  return Object.entries(shape).flatMap(([name, field]) =>
    field instanceof z.ZodObject ? leavesOf(field) : [[name, field] as [string, z.core.$ZodType]],
  );
}

/** Events 6.2: `ip` counts as a whole word after splitting at case boundaries. */
function isForbiddenName(name: string): boolean {
  if (name === 'hasPassphrase' || name === 'recipientCount') return false;
  const words = name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  return words.includes('ip') || /key$|secretKey|passphrase|email|recipient|userAgent|value|content/i.test(name);
}

test('what became of an email of a later release is read, too', () => {
  const outcomes = catalog.filter(({ type }) => type.startsWith('delivery.'));
  expect(outcomes.length).toBeGreaterThan(3);
  for (const entry of outcomes) {
    const example = JSON.parse(readFileSync(at(entry.example), 'utf8'));
    const later = { ...example, data: { ...example.data, template: 'of-tomorrow' } };
    expect(entry.schema.parse(later), entry.type).toEqual(later);
  }
});
