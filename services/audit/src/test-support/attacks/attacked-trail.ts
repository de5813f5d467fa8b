import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knexOn } from '@onceover/event-store';
import { newId } from '@onceover/service-kit/ids';
import { eventually } from '@onceover/testing/eventually';
import type pg from 'pg';
import { openAuditKey } from '../../adapters/keys/audit-key.ts';
import { createPostgresCheckpointBook } from '../../adapters/postgres/audit-checkpoints.ts';
import { runAuditCommand } from '../../cli.ts';
import { signTrail } from '../../use-cases/trail/sign-trail.ts';
import { startTestAudit, type TestAudit } from '../test-audit.ts';

/**
 * When the victim of an attack was written: before the checkpoints that are kept elsewhere, after these but before a checkpoint, or
 * after the last checkpoint.
 */
export const eras = ['kept', 'signed', 'unsigned'] as const;
export type Era = (typeof eras)[number];

/** Who finds an attack: the check alone, only a check against checkpoints that were kept elsewhere, or nobody. */
export type FoundBy = 'verify' | 'verify --against' | 'nobody';

export interface Finding {
  /** Whether the attack changed anything at all: one that did not proves nothing. */
  readonly isTouched: boolean;
  readonly by: FoundBy;
  readonly said: string;
}

/** All that belongs to a trail and the logs that it tells of. */
const TABLES = ['entries', 'heads', 'blocks', 'signed_checkpoints'].map((name) => `audit.${name}`);
const ALL = [...TABLES, 'secrets.events', 'accounts.events'];
const ROUNDS_OF_ERA = 6;

/** A trail with something in each era, in a database whose superuser is about to attack it. */
export class AttackedTrail implements AsyncDisposable {
  readonly tenants = [newId(), newId()] as const;
  /** Positions of the last event of each era. */
  readonly ends = new Map<Era, string>();
  readonly #stack = new AsyncDisposableStack();
  #audit: TestAudit | undefined;
  #kept = '';

  static async start(): Promise<AttackedTrail> {
    const trail = new AttackedTrail();
    trail.#audit = trail.#stack.use(await startTestAudit());
    const directory = mkdtempSync(join(tmpdir(), 'onceover-attacks-'));
    trail.#stack.defer(() => rmSync(directory, { recursive: true }));
    trail.#kept = join(directory, 'checkpoints.ndjson');
    await trail.#live();
    return trail;
  }

  get audit(): TestAudit {
    if (this.#audit === undefined) throw new TypeError('not started');
    return this.#audit;
  }

  /** Who finds what these statements of a superuser did. Then all is as it was. */
  async foundAfter(attack: () => Promise<void>): Promise<Finding> {
    await this.snapshot('before');
    try {
      const before = await this.#digest();
      await attack();
      const isTouched = (await this.#digest()) !== before;
      const alone = await this.#run('verify');
      if (alone.code !== 0) return { isTouched, by: 'verify', said: alone.text };
      const against = await this.#run('verify', '--against', this.#kept);
      return against.code === 0
        ? { isTouched, by: 'nobody', said: '' }
        : { isTouched, by: 'verify --against', said: against.text };
    } finally {
      await this.putBack('before');
    }
  }

  /** Copies of all tables, under a name. */
  async snapshot(name: string): Promise<void> {
    const { owner } = this.audit;
    await owner.query(`drop schema if exists ${name} cascade; create schema ${name}`);
    for (const [at, table] of ALL.entries()) await owner.query(`create table ${name}.t${at} as table ${table}`);
  }

  async putBack(name: string): Promise<void> {
    const { owner } = this.audit;
    for (const [at, table] of ALL.entries()) {
      const { rows } = await owner.query<{ list: string }>(COLUMNS, [table]);
      const list = rows[0]?.list;
      await owner.query(`delete from ${table}`);
      await owner.query(`insert into ${table} (${list}) select ${list} from ${name}.t${at}`);
    }
  }

  async #digest(): Promise<string> {
    const digests = ALL.map((table) => `(select md5(string_agg(t::text, ',' order by t::text)) from ${table} t)`);
    const { rows } = await this.audit.owner.query<{ all: string }>(
      `select concat_ws(' ', ${digests.join(', ')}) as all`,
    );
    return rows[0]?.all ?? '';
  }

  async #live(): Promise<void> {
    const { owner } = this.audit;
    for (const era of eras) {
      await this.snapshot(`before_${era}`);
      await this.#write();
      await eventually(() => this.#coverAll());
      if (era !== 'unsigned') await this.#sign();
      if (era === 'kept') writeFileSync(this.#kept, (await this.#run('checkpoints')).text);
      const { rows } = await owner.query<{ position: string }>('select max(position) as position from audit.entries');
      this.ends.set(era, rows[0]?.position ?? '');
    }
    for (const table of ALL) await owner.query(`alter table ${table} disable trigger user`);
    for (const log of ['secrets', 'accounts']) {
      await owner.query(`alter table ${log}.events alter column pos set generated by default`);
    }
  }

  async #write(): Promise<void> {
    const { append, cover } = this.audit;
    const [nina, tom] = this.tenants;
    for (let round = 0; round < ROUNDS_OF_ERA; round += 1) {
      await append('secrets', 'secret.created', {}, { tenantRef: nina });
      await append('secrets', 'secret.created', {});
      await append('secrets', 'secret.created', {}, { tenantRef: tom });
      await append('accounts', 'security.signed_in', {}, { tenantRef: nina });
      if (round % 3 === 2) await cover();
    }
  }

  /** Readers see what no older transaction of the server can precede, so that the last events may have to wait for a block. */
  async #coverAll(): Promise<void> {
    await this.audit.cover();
    const { rows } = await this.audit.owner.query<{ uncovered: number }>(UNCOVERED);
    if (rows[0]?.uncovered !== 0) throw new Error('events without a block');
  }

  async #sign(): Promise<void> {
    const { owner, config } = this.audit;
    const none = (): pg.Pool => {
      throw new TypeError('nothing goes');
    };
    const book = createPostgresCheckpointBook({ pool: owner, knex: knexOn(owner), openRetentionPool: none });
    await signTrail(book, await openAuditKey(config.keysDir));
  }

  async #run(...argv: string[]) {
    const lines: string[] = [];
    const code = await runAuditCommand(argv, { open: this.audit.open, write: (line) => void lines.push(line) });
    return { code, text: lines.join('\n') };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack.disposeAsync();
  }
}

const UNCOVERED = `
  select count(*)::int as uncovered from secrets.events e where e.type <> 'log.covered' and e.pos > (
    select coalesce(max(split_part(b.to_position, ':', 3)::bigint), 0) from audit.blocks b where b.log = 'secrets')`;

const COLUMNS = `
  select string_agg(quote_ident(a.attname), ', ') as list from pg_attribute a
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`;
