import { z } from 'zod';
import { envelopeOf } from './envelope.ts';
import { fieldClasses } from './field-class.ts';
import { type LogName, logs } from './logs.ts';
import {
  auditKinds,
  bellNames,
  countedNames,
  type EventMeaning,
  feedKinds,
  mailTemplates,
  outcomes,
  readerNames,
} from './meaning.ts';

/** The data of an event of any type. */
export type EventData = Readonly<Record<string, unknown>>;

/** All that there is to know of one event type and version: where it stands, its fields, and what it means. */
export interface CatalogEntry extends EventMeaning {
  readonly type: string;
  /** What happened, in a sentence for partners; where they read it. */
  readonly summary?: string;
  readonly schemaVersion: number;
  readonly producer: LogName;
  readonly topic: string;
  readonly retentionDays: number;
  /** Names of the consumers that read it, `<service>.<purpose>`. */
  readonly consumers: readonly string[];
  readonly schema: z.ZodObject<{ data: z.ZodObject; type: z.ZodLiteral<string> } & z.core.$ZodShape>;
  /** From version 2 on: makes this version's data of the data of the version before. Fields it does not know stay. */
  readonly upcast?: (data: EventData) => EventData;
  /** The golden example, kept for ever. */
  readonly example: string;
}

/**
 * The secret that an event of this row is about: named in its data where the row has a field for it, else that of its stream;
 * null where it is about none.
 */
export function secretIdOf(
  { schema, producer }: Pick<CatalogEntry, 'schema' | 'producer'>,
  { streamId, data }: { readonly streamId: string; readonly data: object },
): string | null {
  if (!('secretId' in schema.shape.data.shape)) return producer === 'secrets' ? streamId : null;
  const { secretId } = data as EventData;
  return typeof secretId === 'string' ? secretId : null;
}

/** A version that was written once: its fields then, and what makes of its data that of the version after it. */
interface OlderVersion {
  readonly fields: z.ZodRawShape;
  readonly upcast: (data: EventData) => EventData;
}

/** A row as its file writes it: the fields of the event's data with their classes, its own consumers, and its meaning. */
interface WrittenRow<Shape extends z.ZodRawShape, Version extends number> extends EventMeaning {
  readonly fields: Shape;
  readonly summary?: string;
  /** Default: 1. */
  readonly schemaVersion?: Version;
  /** Every version before this one, from 1 on: they are read as long as there is data of a release. */
  readonly before?: readonly OlderVersion[];
  /** Besides those that hear it for what it means: `heardBy`. */
  readonly consumers?: readonly string[];
}

/** An event as its service writes it. `Row` is the type of the constant that `event` has returned. */
export type EventOf<Row> = Row extends {
  readonly type: infer Type;
  readonly schemaVersion: infer Version;
  readonly fields: infer Data extends z.ZodObject;
}
  ? { readonly type: Type; readonly schemaVersion: Version; readonly data: Readonly<z.infer<Data>> }
  : never;

/** Consumers that hear of an event because of what it means. */
export const feedConsumer = 'notifications.account_feed';
export const mailConsumer = 'notifications.mail';
export const partnerConsumer = 'notifications.partner_events';
export const auditConsumer = 'audit.trail';
/** Of those that tell of a block, which is about the log itself and means nothing else. */
export const blocksConsumer = 'audit.blocks';

function heardBy({ feed, email, audit, readers }: EventMeaning): string[] {
  const toPartners = readers.includes('partner') ? partnerConsumer : null;
  return [feed && feedConsumer, email && mailConsumer, audit && auditConsumer, toPartners].filter(
    (name) => name !== null,
  );
}

/**
 * The events of a file. `event` checks a row, adds it to `rows` in the order of the file, after a row for each of its older
 * versions, and returns it with the schema of its data.
 *
 * Refuses  TypeError: a row that is not complete or says something unknown, by its file, its type and the field
 */
export function eventsIn<Log extends LogName>(log: Log, file: string) {
  const rows: CatalogEntry[] = [];
  function event<const Type extends string, Shape extends z.ZodRawShape, const Version extends number = 1>(
    type: Type,
    row: WrittenRow<Shape, Version>,
  ) {
    const { fields: shape, schemaVersion = 1 as Version, before = [], consumers = [], summary, ...meaning } = row;
    const place = `${file}: ${type}`;
    refuseMissingVersion(place, schemaVersion, before);
    for (const each of [...before, { fields: shape }]) refuseClassless(place, each.fields);
    refuseUnknownMeaning(place, { ...meaning, log, consumers }, shape);
    const fields = z.object(shape);
    const common = {
      ...meaning,
      ...(summary !== undefined && { summary }),
      type,
      producer: log,
      ...logs[log],
      consumers: [...consumers, ...heardBy(row)],
    };
    const versionOf = (version: number, data: z.ZodObject): CatalogEntry => ({
      ...(common as Omit<CatalogEntry, 'schemaVersion' | 'schema' | 'example'>),
      schemaVersion: version,
      schema: envelopeOf(type, version, data) as unknown as CatalogEntry['schema'],
      example: `examples/${type.replaceAll(/[._]/g, '-')}.v${version}.json`,
    });
    const versions = [...before, { fields: shape }].map((each, index) => {
      // What makes it of the version before is written beside that one.
      return { ...versionOf(index + 1, z.object(each.fields)), ...upcastOf(before[index - 1]) };
    });
    rows.push(...versions);
    return { ...versionOf(schemaVersion, fields), type, schemaVersion, fields };
  }
  return { event, rows: rows as readonly CatalogEntry[] };
}

function refuseMissingVersion(place: string, version: number, before: readonly OlderVersion[]): void {
  if (before.length === version - 1) return;
  throw new TypeError(`${place} is version ${version}, and says of ${before.length} versions before it how they were`);
}

const upcastOf = (older: OlderVersion | undefined) => (older === undefined ? {} : { upcast: older.upcast });

const meaningOf = (shape: z.ZodRawShape) =>
  z.object({
    log: z.enum(Object.keys(logs)),
    isTerminal: z.boolean(),
    audit: z.object({ kind: z.enum(Object.keys(auditKinds)), outcome: z.enum(outcomes) }).nullable(),
    feed: z.enum(feedKinds).nullable(),
    bells: z.array(z.enum(bellNames)),
    counts: z
      .strictObject({
        as: z.enum(countedNames),
        byAge: z.literal(true).optional(),
        onlyWhere: z
          .object({ field: z.enum(Object.keys(shape)), is: z.string() })
          .refine(({ field, is }) => z.safeParse(shape[field] ?? z.never(), is).success, {
            path: ['is'],
            error: 'the field never has this value',
          })
          .optional(),
      })
      .nullable(),
    readers: z.array(z.enum(readerNames)),
    email: z.enum(mailTemplates).nullable(),
    steps: z
      .strictObject({
        atCounts: z.array(z.int().positive()),
        againSeconds: z.int().positive(),
        ownerEmailedAt: z.array(z.int().positive()),
      })
      .refine(({ atCounts, ownerEmailedAt }) => ownerEmailedAt.every((count) => atCounts.includes(count)), {
        error: 'the owner is emailed at a count that is not told',
      })
      .nullable(),
    consumers: z.array(z.string().regex(/^[a-z]+\.[a-z_-]+$/, 'not <service>.<purpose>')),
  });

function refuseClassless(place: string, shape: z.ZodRawShape): void {
  const classless = Object.keys(shape).find((name) => !fieldClasses.has(shape[name] as z.core.$ZodType));
  if (classless !== undefined)
    throw new TypeError(`${place} has a field without a class: ${classless}, which is written as classed(...)`);
}

/** The compiler refuses such a row; a program that was changed otherwise does not start with it. */
function refuseUnknownMeaning(
  place: string,
  row: EventMeaning & Pick<CatalogEntry, 'consumers'> & { readonly log: string },
  shape: z.ZodRawShape,
): void {
  const { error } = meaningOf(shape).safeParse(row);
  const [issue] = error?.issues ?? [];
  if (issue !== undefined)
    throw new TypeError(`${place} has no meaning that is known: ${issue.path.join('.')}, ${issue.message}`);
}
