import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { catalog } from './catalog.ts';
import { eventMetaSchema } from './envelope.ts';
import { fieldClasses } from './field-class.ts';

const at = (path: string) => new URL(path, import.meta.url);

test('every event type and version has a golden example that still validates', () => {
  for (const entry of catalog) {
    const example: unknown = JSON.parse(readFileSync(at(entry.example), 'utf8'));
    expect(entry.schema.parse(example), entry.type).toEqual(example);
  }
});

test('no golden example is without its catalogue entry', () => {
  const known = new Set(catalog.map((entry) => entry.example.replace('examples/', '')));
  expect(readdirSync(at('examples')).sort()).toEqual([...known].sort());
});

test('every event file has its catalogue entry', () => {
  const files = ['secrets', 'accounts', 'notifications', 'operator'].flatMap((service) =>
    readdirSync(at(service)).filter((name) => /\.v\d+\.ts$/.test(name)),
  );
  expect(files.length).toBe(new Set(catalog.map(({ type, schemaVersion }) => `${type} ${schemaVersion}`)).size);
  for (const entry of catalog) {
    const room = entry.type.startsWith('operator.') ? 'operator' : entry.producer;
    const file = `${room}/${entry.type.replaceAll(/[._]/g, '-')}.v${entry.schemaVersion}.ts`;
    expect(existsSync(at(file)), file).toBe(true);
  }
});

test('readers ignore fields they do not know', () => {
  for (const entry of catalog) {
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
    for (const name of consumers) expect(name, type).toMatch(/^(secrets|accounts|notifications)\.[a-z_-]+$/);
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
