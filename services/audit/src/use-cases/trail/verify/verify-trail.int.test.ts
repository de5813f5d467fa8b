import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knexOn } from '@onceover/event-store';
import { newId } from '@onceover/service-kit/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAuditKey } from '../../../adapters/keys/audit-key.ts';
import { createPostgresCheckpointBook } from '../../../adapters/postgres/audit-checkpoints.ts';
import { runAuditCommand } from '../../../cli.ts';
import { startTestAudit, type TestAudit } from '../../../test-support/test-audit.ts';
import { signTrail } from '../sign-trail.ts';

let audit: TestAudit;
const [nina, tom] = [newId(), newId()];
let keptElsewhere: string;
const tables = [
  ...['entries', 'heads', 'blocks', 'signed_checkpoints'].map((name) => `audit.${name}`),
  ...['secrets.events', 'accounts.events'],
];

beforeAll(async () => {
  audit = await startTestAudit();
  const { append, drain, owner } = audit;
  for (let round = 0; round < 12; round += 1) {
    await append('secrets', 'secret.created', {}, { tenantRef: round % 3 === 0 ? tom : nina });
    await append('secrets', 'secret.created', {});
    await append('accounts', 'security.signed_in', {}, { tenantRef: nina, networkTag: 'bGFwdG9w' });
    if (round % 4 === 3) await sign();
  }
  await drain();
  await sign();
  // Whoever owns the tables can do that.
  for (const table of tables) await owner.query(`alter table ${table} disable trigger user`);
  keptElsewhere = join(mkdtempSync(join(tmpdir(), 'onceover-audit-')), 'checkpoints.ndjson');
  writeFileSync(keptElsewhere, (await run('checkpoints')).lines.join('\n'));
});
afterAll(() => audit[Symbol.asyncDispose]());

async function sign() {
  const { owner, drain, cover, config } = audit;
  await drain();
  await cover();
  const none = () => {
    throw new TypeError('nothing goes');
  };
  const book = createPostgresCheckpointBook({ pool: owner, knex: knexOn(owner), openRetentionPool: none });
  await signTrail(book, await openAuditKey(config.keysDir));
}

async function run(...argv: string[]) {
  const lines: string[] = [];
  const code = await runAuditCommand(argv, { open: audit.open, write: (line) => void lines.push(line) });
  return { code, lines, text: lines.join('\n') };
}

/** What a check says after statements that somebody with all rights ran; then everything is as it was. */
async function after(...statements: string[]) {
  const { owner } = audit;
  const client = await owner.connect();
  try {
    for (const [index, table] of tables.entries())
      await client.query(`create temporary table kept_${index} as table ${table}`);
    for (const statement of statements) await client.query(statement);
    const { code, text } = await run('verify');
    const against = await run('verify', '--against', keptElsewhere);
    for (const [index, table] of tables.entries()) {
      const columns = await client.query<{ list: string }>(
        `select string_agg(quote_ident(a.attname), ', ') as list from pg_attribute a
         where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
        [table],
      );
      const list = columns.rows[0]?.list;
      const identity = table.endsWith('.events') ? 'overriding system value' : '';
      await client.query(`delete from ${table}`);
      await client.query(`insert into ${table} (${list}) ${identity} select ${list} from kept_${index}`);
    }
    return { code, text, against };
  } finally {
    client.release(true);
  }
}

const entry = `(tenant_ref, kind, log, seq) = ('${nina}', 'activity', 'secrets', 2)`;
const networked = `(tenant_ref, kind, log, seq) = ('${nina}', 'security', 'accounts', 1)`;
const block = `(log, number) = ('secrets', 1)`;
const checkpoint = 'number = 2';
const event = `event_id = (select event_id from audit.entries e where ${entry})`;
const flipped = (column: string) => `${column} = set_byte(${column}, 5, get_byte(${column}, 5) # 1)`;

test('a trail that nobody touched is as it was written', async () => {
  const { code, text } = await run('verify');
  expect(text).toMatch(
    /^Checked entries: \d+, events: \d+, blocks: \d+, checkpoints: \d+\.\nThe audit trail is as it was written\.$/,
  );
  expect(code).toBe(0);
  expect((await run('verify', '--against', keptElsewhere)).code).toBe(0);
});

describe('a check finds and names', () => {
  test.each<[string, string, string[]]>([
    ...['actor_kind', 'action', 'request', 'surface', 'kind'].map((column): [string, string, string[]] => [
      `${column} of an entry`,
      'entry',
      [
        column === 'kind'
          ? `update audit.entries set log = 'accounts' where ${entry}`
          : `update audit.entries set ${column} = ${column} || 'x' where ${entry}`,
      ],
    ]),
    ...['event_id', 'target_ref'].map((column): [string, string, string[]] => [
      `${column} of an entry`,
      'an entry was changed',
      [`update audit.entries set ${column} = gen_random_uuid() where ${entry}`],
    ]),
    [
      'actor of an entry',
      'an entry was changed',
      [`update audit.entries set actor_ref = gen_random_uuid() where ${entry}`],
    ],
    ...["'bmV0d29y'", 'null'].map((value): [string, string, string[]] => [
      `network of an entry, ${value}`,
      'an entry was changed',
      [`update audit.entries set network_tag = ${value} where ${networked}`],
    ]),
    ['account of an entry', 'entry', [`update audit.entries set tenant_ref = gen_random_uuid() where ${entry}`]],
    [
      'time of an entry',
      'an entry was changed',
      [`update audit.entries set at = at + interval '1 microsecond' where ${entry}`],
    ],
    ['count of an entry', 'an entry was changed', [`update audit.entries set occasions = 2 where ${entry}`]],
    ['reason of an entry', 'an entry was changed', [`update audit.entries set reason = 'x' where ${entry}`]],
    ['number of an entry', 'an entry does not follow', [`update audit.entries set seq = 99 where ${entry}`]],
    [
      'place of an entry',
      'an entry was changed',
      [`update audit.entries set position = position || '0' where ${entry}`],
    ],
    ...['hash', 'prev_hash'].map((column): [string, string, string[]] => [
      `${column} of an entry`,
      'an entry was changed',
      [`update audit.entries set ${flipped(column)} where ${entry}`],
    ]),
    ...['data', 'meta'].map((column): [string, string, string[]] => [
      `${column} of an event`,
      'an event was changed',
      [`update secrets.events set ${column} = ${column} || '{"more": 1}' where ${event}`],
    ]),
    ...['event_id', 'tenant_ref'].map((column): [string, string, string[]] => [
      `${column} of an event`,
      'an event was changed',
      [`update secrets.events set ${column} = gen_random_uuid() where ${event}`],
    ]),
    [
      'time of an event',
      'an event was changed',
      [`update secrets.events set occurred_at = occurred_at + interval '1 microsecond' where ${event}`],
    ],
    ...[
      "type = 'weather.changed'",
      "type = E'a\\nb'",
      "data = 'null'",
      "meta = '{}'",
      "meta = 'null'",
      `meta = '{"r": 5}'`,
      "occurred_at = 'infinity'",
    ].map((change): [string, string, string[]] => [
      `an event as no service writes it, ${change}`,
      'an entry does not say what its event says',
      [`update secrets.events set ${change} where ${event}`],
    ]),
    ...["at = 'infinity'", "at = '294000-01-01'", "reason = ''", "action = action || E'\\nx'"].map(
      (change): [string, string, string[]] => [
        `an entry as the service writes none, ${change}`,
        'an entry was changed',
        [`update audit.entries set ${change} where ${entry}`],
      ],
    ),
    ['type of an event', 'an event was changed', [`update secrets.events set type = 'secret.burned' where ${event}`]],
    [
      'an event of nobody',
      'an event was changed',
      [
        `update secrets.events set schema_ver = 7 where tenant_ref is null and pos = (select min(pos) from secrets.events where tenant_ref is null)`,
      ],
    ],
    [
      'an event that is gone',
      'events are missing: 1',
      [
        `delete from secrets.events where tenant_ref is null and pos = (select min(pos) from secrets.events where tenant_ref is null)`,
      ],
    ],
    [
      'an event slipped in',
      'events were added: 1',
      [
        `insert into secrets.events (gen, xid, pos, stream_id, version, event_id, type, category, data, meta) overriding system value select gen, xid, pos + 100000, gen_random_uuid(), 1, gen_random_uuid(), type, category, data, meta from secrets.events order by gen, xid, pos limit 1`,
      ],
    ],
    [
      'a cut tail of the log, with what tells of its last block',
      'events are missing: 2',
      [
        `delete from secrets.events where pos in (select pos from secrets.events order by gen desc, xid desc, pos desc limit 3)`,
      ],
    ],
    [
      'an event that told of a block and is gone',
      'the event that told of a block is missing: block 3 of secrets',
      [`delete from secrets.events where type = 'log.covered' and data->>'number' = '3'`],
    ],
    ...['root', 'from', 'to'].map((field): [string, string, string[]] => [
      `an event that tells of a block with another ${field}`,
      'an event tells of a block that the trail does not have',
      [
        `update secrets.events set data = jsonb_set(data, '{${field}}', to_jsonb(translate(data->>'${field}', '0123456789', '1234567890')))
         where type = 'log.covered' and data->>'number' = '3'`,
      ],
    ]),
    [
      'an event slipped in that tells of a block once more',
      'an event tells of a block that the trail does not have',
      [
        `insert into secrets.events (gen, xid, pos, stream_id, version, event_id, type, category, data, meta) overriding system value select gen, xid, pos - 1, gen_random_uuid(), 1, gen_random_uuid(), type, category, data, meta from secrets.events where type = 'log.covered' order by gen desc, xid desc, pos desc limit 1`,
      ],
    ],
    [
      'a block with another number of events',
      'a block was changed',
      [`update audit.blocks set events = events + 1 where ${block}`],
    ],
    [
      'a block of another time',
      'a block was changed',
      [`update audit.blocks set at = at + interval '1 microsecond' where ${block}`],
    ],
    ...['root', 'hash', 'prev_hash'].map((column): [string, string, string[]] => [
      `${column} of a block`,
      'a block was changed',
      [`update audit.blocks set ${flipped(column)} where ${block}`],
    ]),
    [
      'end of a block',
      'a block was changed',
      [`update audit.blocks set to_position = to_position || '0' where ${block}`],
    ],
    ['a block that is gone', 'blocks are missing: block 1 of secrets', [`delete from audit.blocks where ${block}`]],
    [
      'a cut tail of the blocks',
      'the last blocks of secrets are missing',
      [
        `delete from audit.blocks where log = 'secrets' and number = (select max(number) from audit.blocks where log = 'secrets')`,
      ],
    ],
    ...['head', 'hash', 'prev_hash'].map((column): [string, string, string[]] => [
      `${column} of a checkpoint`,
      'a checkpoint was changed: checkpoint 2',
      [`update audit.signed_checkpoints set ${flipped(column)} where ${checkpoint}`],
    ]),
    [
      'signature of a checkpoint',
      'the signature of a checkpoint is wrong: checkpoint 2',
      [`update audit.signed_checkpoints set ${flipped('signature')} where ${checkpoint}`],
    ],
    ...[
      'seq = seq + 1',
      `at = at + interval '1 microsecond'`,
      `key_id = 'other'`,
      `about = 'closing'`,
      `log = 'x'`,
    ].map((change): [string, string, string[]] => [
      `${change} in a checkpoint`,
      'a checkpoint was changed: checkpoint 2',
      [`update audit.signed_checkpoints set ${change} where ${checkpoint}`],
    ]),
    [
      'a checkpoint that is gone',
      'checkpoints are missing: checkpoint 2',
      [`delete from audit.signed_checkpoints where ${checkpoint}`],
    ],
    [
      'a cut tail of the checkpoints',
      'a checkpoint is missing',
      [`delete from audit.signed_checkpoints where number > 3`],
    ],
    ['an entry that is gone', 'an event has no entry', [`delete from audit.entries where ${entry}`]],
    [
      'a chain without its end',
      'an event has no entry',
      [`delete from audit.entries where tenant_ref = '${nina}' and seq > 3`],
    ],
    [
      'a chain without its end, head moved back',
      'the end of a chain is missing',
      [
        `delete from audit.entries where tenant_ref = '${nina}' and kind = 'activity' and seq > 3`,
        `update audit.heads h set seq = e.seq, signed_seq = e.seq, hash = e.hash from audit.entries e
        where (h.tenant_ref, h.kind, h.log) = (e.tenant_ref, e.kind, e.log) and e.tenant_ref = '${nina}' and e.kind = 'activity' and e.seq = 3`,
      ],
    ],
    [
      'a chain without its beginning',
      'an entry does not follow',
      [`delete from audit.entries where tenant_ref = '${nina}' and kind = 'activity' and seq < 3`],
    ],
    [
      'a chain that is gone',
      'the end of a chain is missing',
      [`delete from audit.entries where tenant_ref = '${tom}'`, `delete from audit.heads where tenant_ref = '${tom}'`],
    ],
    [
      'a head that was changed',
      'a chain does not end where its writer left it',
      [`update audit.heads set ${flipped('hash')} where tenant_ref = '${tom}'`],
    ],
  ])('%s', async (_what, finding, statements) => {
    const { code, text } = await after(...statements);
    expect(text).toContain(finding);
    expect(code).toBe(1);
  });

  test('a chain that was written again whole, hashes, log, heads and all', async () => {
    const { owner } = audit;
    const { rows } = await owner.query<Record<string, unknown>>(
      'select * from audit.entries e where tenant_ref = $1 and kind = $2 order by seq',
      [tom, 'activity'],
    );
    expect(rows.length).toBeGreaterThan(2);
    const { hashEntry, emptyChain } = await import('../audit-chain.ts');
    let prev: Buffer = emptyChain.hash;
    const statements = rows.flatMap((row) => {
      const text = (name: string) => String(row[name]);
      const place = { seq: Number(row.seq), month: `${new Date().toISOString().slice(0, 7)}-01` };
      const body = {
        tenantRef: tom,
        kind: 'activity' as const,
        log: text('log'),
        position: text('position'),
        eventId: text('event_id'),
        at: (row.at as Date).toISOString(),
        actorKind: text('actor_kind'),
        actorRef: null,
        action: 'secret.burned',
        targetRef: text('target_ref'),
        request: text('request'),
        surface: text('surface'),
        networkTag: null,
        occasions: Number(row.occasions),
        reason: null,
      };
      const hash = hashEntry(prev, body, place);
      const where = `(tenant_ref, kind, log, seq) = ('${tom}', 'activity', '${body.log}', ${place.seq})`;
      const made = [
        `update audit.entries set action = 'secret.burned', prev_hash = '\\x${prev.toString('hex')}', hash = '\\x${hash.toString('hex')}' where ${where}`,
        `update secrets.events set type = 'secret.burned' where event_id = '${body.eventId}'`,
        `update audit.heads set hash = '\\x${hash.toString('hex')}' where (tenant_ref, kind, log) = ('${tom}', 'activity', '${body.log}')`,
      ];
      prev = hash;
      return made;
    });
    const { text } = await after(...statements);
    expect(text).toContain('an entry is not the one that was signed');
    expect(text).toContain('an event was changed');
    expect(text).not.toContain('an entry was changed');
  });

  test('checkpoints that were signed again by another key, and those that were kept elsewhere tell the rest', async () => {
    const { text, against } = await after(
      'delete from audit.signed_checkpoints',
      'update audit.heads set signed_seq = 0',
    );
    expect(against.text).toContain('a checkpoint that was kept elsewhere is missing: checkpoint 1');
    expect(against.code).toBe(1);
    expect(text).not.toContain('kept elsewhere');
  });
});

test('an export has the entries that were asked for, as CSV and as NDJSON', async () => {
  await audit.drain();
  const [line] = await audit.rows<{ count: number }>('select count(*)::int as count from audit.entries');
  const all = await run('export', '--format', 'ndjson');
  expect(all.lines).toHaveLength(line?.count ?? 0);
  const some = await run('export', '--format', 'csv', '--account', nina, '--kind', 'security', '--from', '2020-01-01');
  expect(some.lines).toHaveLength(13);
  expect(some.lines[1]).toContain(`${nina},security,accounts,1,`);
  expect((await run('export', '--format', 'csv', '--to', '2020-01-01')).lines).toHaveLength(1);
});

test.each([
  [['look'], 'Usage: npm run audit --'],
  [['export', '--format', 'xml'], 'Allowed choices are csv, ndjson.'],
  [['export', '--format', 'csv', '--account', 'nina'], 'Write the reference of an account, a UUID.'],
  [['export', '--format', 'csv', '--from', 'soon'], 'Write a time like'],
  [['export', '--format', 'csv', '--kind', 'all'], 'Allowed choices are activity, security, operator.'],
  [['verify', '--against', '/nowhere'], '/nowhere cannot be read'],
  [['verify', '--trust', 'abc'], 'Write the publicKey'],
  [['verify', '--fast'], '--fast'],
])('what is not understood is said: %j', async (argv, said) => {
  const { code, text } = await run(...argv);
  expect(text).toContain(said);
  expect(code).toBe(2);
});

/** A value of a column with one byte or its smallest part changed, whatever its type; also where there was none. */
function otherValue(column: string, type: string): string {
  const lastOther = `left(${column}::text, -1) || case right(${column}::text, 1) when '7' then '8' else '7' end`;
  const others: Readonly<Record<string, string>> = {
    bytea: `set_byte(${column}, 5, get_byte(${column}, 5) # 1)`,
    'timestamp with time zone': `${column} + interval '1 microsecond'`,
    date: `${column} + 1`,
    jsonb: `${column} || '{"another": 1}'`,
    uuid: 'gen_random_uuid()',
    integer: `${column} # 1048576`,
    bigint: `${column} # 1048576`,
  };
  return others[type] ?? `(coalesce(${lastOther}, '7'))::${type}`;
}

test('a flip in any column of an entry, an event, a block or a checkpoint is found, also in columns that come later', async () => {
  const rows = [
    ['audit', 'entries', entry],
    ['secrets', 'events', event],
    ['audit', 'blocks', block],
    ['audit', 'signed_checkpoints', checkpoint],
  ] as const;
  const { owner } = audit;
  await owner.query('alter table secrets.events alter column pos set generated by default');
  const { rows: checks } = await owner.query<{ drop: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop from pg_constraint
     where contype = 'c' and conrelid = any($1::regclass[])`,
    [rows.map(([schema, table]) => `${schema}.${table}`)],
  );
  for (const { drop } of checks) await owner.query(drop);
  const said: Record<string, string> = {};
  for (const [schema, table, where] of rows) {
    const { rows: columns } = await owner.query<{ name: string; type: string }>(
      `select quote_ident(column_name) as name, data_type as type from information_schema.columns
       where table_schema = $1 and table_name = $2 and is_generated = 'NEVER'`,
      [schema, table],
    );
    expect(columns.length).toBeGreaterThan(5);
    for (const { name, type } of columns) {
      // Entries are partitioned by their kind: only another one that exists finds a place.
      const other = `${table}.${name}` === 'entries.kind' ? "'security'" : otherValue(name, type);
      const flip = `update ${schema}.${table} set ${name} = ${other} where ${where}`;
      said[`${table}.${name}`] = await after(flip).then(
        ({ code }) => (code === 1 ? 'found' : `not found: ${code}`),
        (error: Error) => `refused: ${error.message}`,
      );
    }
  }
  expect(Object.entries(said).filter(([, what]) => what !== 'found')).toEqual([]);
}, 240_000);
