import { ownOrigin } from '@onceover/service-kit/origin';
import knex from 'knex';
import type pg from 'pg';
import { consumerTablesMigration } from '../postgres/consumer-tables.ts';
import { installEventLog } from '../postgres/migration.ts';
import type { AppendCommand, CheckEvents, CommandContext, Guard, InlineWrite, StreamAppend } from '../types.ts';

/** A made-up service for the suites: boxes that are filled once and emptied once, with notes on them. */
export const SCHEMA = 'boxes';

/** What nobody listens for unless the box belongs to somebody. */
export const QUIET = ['box.noted', 'box.emptied'];

/** Migrates the service's schema into an empty database. */
export const migrateBoxes = (address: pg.ClientConfig): Promise<void> => migrateBoxesAs(address, true);

/** The same with a log in one piece. */
export const migrateBoxesInOnePiece = (address: pg.ClientConfig): Promise<void> => migrateBoxesAs(address, false);

async function migrateBoxesAs(address: pg.ClientConfig, partitioned: boolean): Promise<void> {
  const db = knex({ client: 'pg', connection: address as Record<string, unknown> });
  try {
    await installEventLog(db, { schema: SCHEMA, partitioned, endings: ['box.emptied'], quiet: QUIET });
    await consumerTablesMigration({ schema: SCHEMA }).up(db);
    await db.raw(STATE);
  } finally {
    await db.destroy();
  }
}

const STATE = `
  create table boxes.box (id uuid primary key, state text not null);
  create table boxes.note (id uuid primary key, text text not null check (text <> 'poison'));
  create table boxes.epoch (number int primary key);
  insert into boxes.epoch values (7);
  create function boxes.check_epoch(rows jsonb) returns setof int language plpgsql as $$ begin
    return query select r.ord from jsonb_to_recordset(rows) as r(ord int, epoch int)
      join boxes.epoch e on e.number = r.epoch;
  end $$;
  create function boxes.check_new(rows jsonb) returns setof int language plpgsql as $$ begin
    return query select r.ord from jsonb_to_recordset(rows) as r(ord int, id uuid)
      join boxes.box b on b.id = r.id and b.state = 'new';
  end $$;
  create function boxes.claim_box(rows jsonb) returns setof int language plpgsql as $$ begin
    return query update boxes.box b set state = 'emptied'
      from jsonb_to_recordset(rows) as r(ord int, id uuid) where b.id = r.id and b.state = 'new' returning r.ord;
  end $$;
  create function boxes.write_box(rows jsonb) returns void language plpgsql as $$ begin
    insert into boxes.box select r.id, 'new' from jsonb_to_recordset(rows) as r(id uuid);
  end $$;
  create function boxes.write_note(rows jsonb) returns void language plpgsql as $$ begin
    insert into boxes.note select r.id, r.text from jsonb_to_recordset(rows) as r(id uuid, text text);
  end $$;`;

export const anEvent = (type = 'box.noted', data: object = {}) => ({ type, schemaVersion: 1, data });

export function aContext(
  commandId: string = crypto.randomUUID(),
  tenantRef: CommandContext['tenantRef'] = null,
): CommandContext {
  return {
    commandId,
    tenantRef,
    meta: { correlationId: '5f0c3c7e-0000-4000-8000-000000000000', actor: { kind: 'system' }, ...ownOrigin('system') },
  };
}

export function anAppend(id: string, expected: StreamAppend['expected'], ...types: string[]): StreamAppend {
  const events = (types.length === 0 ? ['box.noted'] : types).map((type) => anEvent(type));
  return { stream: { id, category: 'box' }, expected, events };
}

/** What a catalogue of boxes would say. */
export const checkBoxes: CheckEvents = ({ events }) => {
  if (events.some(({ type }) => type === 'box.forbidden')) throw new TypeError('not in the catalogue');
};

export type CommandParts = Partial<Omit<AppendCommand, 'context' | 'appends'>> & {
  readonly commandId?: string;
  readonly tenantRef?: string;
};

export function aCommand(appends: StreamAppend | readonly StreamAppend[], parts: CommandParts = {}): AppendCommand {
  const { commandId, tenantRef, shared = [], guards = [], inline = [] } = parts;
  const list = 'stream' in appends ? [appends] : appends;
  return { context: aContext(commandId, tenantRef), appends: list, shared, guards, inline };
}

export function filling(id: string, parts: CommandParts = {}): AppendCommand {
  return aCommand(anAppend(id, 'none', 'box.filled'), { inline: [{ name: 'box', row: { id } }], ...parts });
}

export function emptying(id: string, parts: CommandParts = {}): AppendCommand {
  return aCommand({ ...anAppend(id, 1, 'box.emptied'), closes: true }, { guards: [claimBox(id)], ...parts });
}

export const claimBox = (id: string): Guard => ({ kind: 'claim', name: 'box', row: { id }, onMiss: 'conflict' });
export const checkEpoch = (epoch: number): Guard => ({ kind: 'check', name: 'epoch', row: { epoch }, onMiss: 'stale' });
export const checkNew = (id: string): Guard => ({ kind: 'check', name: 'new', row: { id }, onMiss: 'conflict' });
export const aNote = (text: string, id: string = crypto.randomUUID()): InlineWrite => ({
  name: 'note',
  row: { id, text },
});
