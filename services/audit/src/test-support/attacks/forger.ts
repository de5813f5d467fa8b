import { hash } from 'node:crypto';
import { knexOn, LOG_COVERED, type LoggedEvent, merkleRoot, readEventText } from '@onceover/event-store';
import { openAuditKey } from '../../adapters/keys/audit-key.ts';
import { createPostgresCheckpointBook } from '../../adapters/postgres/audit-checkpoints.ts';
import { tableRows } from '../../adapters/postgres/table-rows.ts';
import { hashBlock } from '../../use-cases/trail/audit-block.ts';
import { type ChainedEntry, type ChainHead, chainEntry, emptyChain } from '../../use-cases/trail/audit-chain.ts';
import { auditEntryOf, chainOf } from '../../use-cases/trail/audit-entry.ts';
import { type Checkpoint, hashCheckpoint, noCheckpoint, signedMessage } from '../../use-cases/trail/checkpoint.ts';
import { historyIn } from '../neighbour-logs.ts';
import type { TestAudit } from '../test-audit.ts';

const LOG = 'secrets';
const EVENT = '\0';
const MOST = 10_000;

/** A superuser with our sources: whatever they changed in the log of secrets, all that follows from it is made anew. */
export class Forger {
  readonly #audit: TestAudit;

  constructor(audit: TestAudit) {
    this.#audit = audit;
  }

  /** Blocks with their roots and hashes, what the log says of them, entries with their hashes, and heads. */
  async makeAllAnew(): Promise<void> {
    await this.#makeBlocksAnew();
    await this.makeEntriesAnew();
  }

  /** Entries of the log as it now is, with their hashes, and heads. */
  async makeEntriesAnew(): Promise<void> {
    const heads = new Map<string, ChainHead>();
    const entries: ChainedEntry[] = [];
    for (const { said } of await this.#events()) {
      const entry = said && auditEntryOf(said);
      if (!entry) continue;
      const chained = chainEntry(heads.get(chainOf(entry)) ?? emptyChain, entry);
      heads.set(chainOf(entry), chained);
      entries.push(chained);
    }
    await this.#storeEntries(entries);
  }

  /** The hashes of entries as they now are, and heads. */
  async makeHashesAnew(): Promise<void> {
    const { rows } = await this.#audit.owner.query<Record<string, unknown>>(ENTRIES, [LOG]);
    const heads = new Map<string, ChainHead>();
    const entries = rows.map((row) => {
      const entry = row as unknown as ChainedEntry;
      const { seq: _seq, month: _month, prevHash: _prevHash, hash: _hash, ...body } = entry;
      const chained = chainEntry(heads.get(chainOf(entry)) ?? emptyChain, body);
      heads.set(chainOf(entry), chained);
      return chained;
    });
    await this.#storeEntries(entries);
  }

  /** Every checkpoint says what is there now, with its own number and time, signed by `audit.key`. */
  async signAnew(): Promise<void> {
    const { owner, config } = this.#audit;
    const key = await openAuditKey(config.keysDir);
    const book = createPostgresCheckpointBook({ pool: owner, knex: knexOn(owner), openRetentionPool: noPool });
    let { hash: prevHash } = noCheckpoint;
    const signed: Checkpoint[] = [];
    for (const checkpoint of await book.after(0, MOST)) {
      const head = (await this.#headAt(checkpoint)) ?? checkpoint.head;
      const body = { ...checkpoint, head, prevHash };
      const made = hashCheckpoint(body);
      signed.push({ ...body, hash: made, signature: key.sign(signedMessage(made)) });
      prevHash = made;
    }
    await owner.query('delete from audit.signed_checkpoints');
    await this.#insert('signed_checkpoints', signed);
  }

  async #headAt({ about, log, tenantRef, kind, seq }: Checkpoint): Promise<Buffer | undefined> {
    const { owner } = this.#audit;
    const { rows } =
      about === 'blocks'
        ? await owner.query<{ hash: Buffer }>('select hash from audit.blocks where (log, number) = ($1, $2)', [
            log,
            seq,
          ])
        : await owner.query<{ hash: Buffer }>(
            'select hash from audit.entries where (tenant_ref, kind, log, seq) = ($1, $2, $3, $4)',
            [tenantRef, kind, log, seq],
          );
    return rows[0]?.hash;
  }

  /** What a log says of a block is covered by a later one: one after the other. */
  async #makeBlocksAnew(): Promise<void> {
    const { owner } = this.#audit;
    const { rows } = await owner.query<{ number: number; from: string; to: string; at: string }>(BLOCKS, [LOG]);
    let prevHash: Buffer = Buffer.alloc(32);
    for (const { number, from, to, at } of rows) {
      const covered = (await this.#events()).filter(({ position }) => position >= from && position <= to);
      const root = merkleRoot(covered.map(({ text }) => hash('sha256', EVENT + text, 'buffer')));
      const block = { log: LOG, number, from, to, events: covered.length, root, at, prevHash } as Parameters<
        typeof hashBlock
      >[0];
      const made = hashBlock(block);
      await owner.query(
        'update audit.blocks set events = $3, root = $4, prev_hash = $5, hash = $6 where (log, number) = ($1, $2)',
        [LOG, number, covered.length, root, prevHash, made],
      );
      const told = JSON.stringify({ root: root.toString('hex'), events: covered.length });
      await owner.query(TELL, [told, String(number), LOG_COVERED]);
      prevHash = made;
    }
  }

  async #events(): Promise<readonly LoggedEvent[]> {
    const texts = await historyIn(this.#audit.owner, LOG).texts({}, MOST);
    return texts.map((text) => readEventText(LOG, text));
  }

  async #storeEntries(entries: readonly ChainedEntry[]): Promise<void> {
    const { owner } = this.#audit;
    await owner.query('delete from audit.entries where log = $1', [LOG]);
    await this.#insert('entries', entries);
    await owner.query(HEADS, [LOG]);
  }

  async #insert(table: string, rows: readonly object[]): Promise<void> {
    const insert = `insert into audit.${table} select r.* from jsonb_populate_recordset(null::audit.${table}, $1) r`;
    await this.#audit.owner.query(insert, [tableRows(rows)]);
  }
}

const noPool = (): never => {
  throw new TypeError('nothing goes');
};

const BLOCKS = `
  select number::float8 as number, from_position as "from", to_position as "to",
    to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
  from audit.blocks where log = $1 order by number`;
const TELL = `update secrets.events set data = data || $1::jsonb where data->>'number' = $2 and type = $3`;
const ENTRIES = `
  select tenant_ref as "tenantRef", kind, log, position, event_id as "eventId",
    to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, actor_kind as "actorKind", actor_ref as "actorRef",
    action, target_ref as "targetRef", request, surface, network_tag as "networkTag", occasions, reason
  from audit.entries where log = $1 order by tenant_ref, kind, log, seq`;
/** Heads say what their chains end with; whoever signed them has signed no more than there is. */
const HEADS = `
  update audit.heads h set seq = e.seq, month = e.month, hash = e.hash, signed_seq = least(h.signed_seq, e.seq)
  from (select distinct on (tenant_ref, kind, log) * from audit.entries where log = $1
    order by tenant_ref, kind, log, seq desc) e
  where (h.tenant_ref, h.kind, h.log) = (e.tenant_ref, e.kind, e.log)`;
