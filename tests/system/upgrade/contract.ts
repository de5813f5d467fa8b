import { readFileSync } from 'node:fs';
import type { PostgresAddress } from '@onceover/postgres-server';
import { catalog, everyVersion } from '@onceover/schema/events/catalog';
import { internalCalls } from '@onceover/schema/internal/catalog';
import { sdlOf, subgraphNames } from '@onceover/schema/sdl';
import { sha256 } from '@onceover/service-kit/crypto';
import { extendSchema, findBreakingChanges, GraphQLSchema, parse } from 'graphql';
import pg from 'pg';
import { z } from 'zod';
import type { Contract } from './story.ts';

/** Of what belongs to the services: what programs of the version name in their SQL. Months come and go. */
const SCHEMA = `
  select format('%I.%I.%I %s', n.nspname, c.relname, a.attname, format_type(a.atttypid, a.atttypmod)) as line
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v') and not c.relispartition and a.attnum > 0 and not a.attisdropped
    and n.nspname !~ '^(pg_|information_schema$)' and n.nspname !~ '_jobs$'
  union all
  select format('%I.%I(%s) %s', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid), pg_get_function_result(p.oid))
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname !~ '^(pg_|information_schema$)' and n.nspname !~ '_jobs$'
  order by 1`;

/** The tables and functions of a database that a version has brought up to date, a line each. */
export async function schemaLines(database: PostgresAddress): Promise<readonly string[]> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    return (await client.query<{ line: string }>(SCHEMA)).rows.map(({ line }) => line);
  } finally {
    await client.end();
  }
}

/** SHA-256 of the golden example of every event and version, by its file. */
export function exampleHashes(): Contract['examples'] {
  const at = (file: string) => new URL(`../../../schema/events/${file}`, import.meta.url);
  return Object.fromEntries(
    everyVersion.map(({ example }) => [example, sha256(readFileSync(at(example))).toString('hex')]),
  );
}

/** What this version reads and writes. */
export async function contractOf(database: PostgresAddress): Promise<Contract> {
  return {
    events: Object.fromEntries(catalog.map(({ type, schemaVersion }) => [type, schemaVersion])),
    examples: exampleHashes(),
    calls: callSchemas(),
    graph: Object.fromEntries(subgraphNames.map((name) => [name, sdlOf(name)])),
    schema: await schemaLines(database),
  };
}

/** What each call takes as it travels, and answers. */
export function callSchemas(): Contract['calls'] {
  return Object.fromEntries(
    internalCalls.map(({ name, input, output }) => [name, { input: schemaOf(input), output: schemaOf(output) }]),
  );
}

const schemaOf = (shape: z.ZodType) => z.toJSONSchema(shape, { unrepresentable: 'any', reused: 'inline' });

/**
 * Where what travels is not as a released version knows it: a field of its schema that is gone, has another type, or is no longer
 * as sure to be there as it was. New fields that may be absent are fine: who does not know them does not see them. Empty: nowhere.
 */
export function differencesFrom(released: unknown, now: unknown, place = ''): readonly string[] {
  if (!isRecord(released) || !isRecord(now)) return JSON.stringify(released) === JSON.stringify(now) ? [] : [place];
  const { properties: before, required: sureBefore = [], ...restBefore } = released;
  const { properties: after, required: sureNow = [], ...restNow } = now;
  const fields = Object.keys(before ?? {});
  const own = sameNames(sureBefore, sureNow) ? [] : [`${place} required`];
  const inFields = fields.flatMap((name) => differencesFrom(before?.[name], after?.[name], `${place}.${name}`));
  const names = new Set([...Object.keys(restBefore), ...Object.keys(restNow)]);
  const inRest = [...names].flatMap((name) => differencesFrom(restBefore[name], restNow[name], `${place} ${name}`));
  return [...own, ...inFields, ...inRest];
}

interface JsonSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly [word: string]: unknown;
}

const isRecord = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;
const sameNames = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((name) => other.includes(name));

/** What of a subgraph's schema is gone or not as it was, in GraphQL's words. */
export function brokenSince(released: string, now: string): readonly string[] {
  return findBreakingChanges(schemaFrom(released), schemaFrom(now)).map(({ description }) => description);
}

/** Directives of federation are not declared in a subgraph's own text. */
const schemaFrom = (sdl: string) => extendSchema(new GraphQLSchema({}), parse(sdl), { assumeValidSDL: true });
