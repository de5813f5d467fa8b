/** One guard of a SQL function: without it, a test of the file has to fail. */
export interface SqlGuard {
  /** In `services/secrets/src/adapters/postgres/sql`. */
  readonly file: string;
  /** Stands in the file once. */
  readonly from: string;
  readonly to: string;
  /** In `services/secrets/src`. */
  readonly test: string;
}

const writes = 'adapters/postgres/vault/secret-writes.int.test.ts';
const attempts = 'use-cases/reveal/passphrase-attempts.int.test.ts';
const ledger = 'adapters/postgres/vault/attempt-ledger.int.test.ts';
const shown = 'use-cases/metadata/show-generated-value.int.test.ts';

const of = (file: string, test: string, changes: readonly (readonly [from: string, to: string])[]): SqlGuard[] =>
  changes.map(([from, to]) => ({ file, from, to, test }));

export const sqlGuards: readonly SqlGuard[] = [
  ...of('end_secrets.sql', writes, [
    ["s.state = 'new' and s.version = w.version", 's.version = w.version'],
    ["s.state = 'new' and s.version = w.version", "s.state = 'new'"],
    ["and (s.expires > clock_timestamp()) = (w.ending <> 'expired')", ''],
    ['and s.lookup <> all (left_out)\n        and s.state', '\n        and s.state'],
    [
      'elsif not pg_try_advisory_xact_lock(key) then\n      left_out := left_out || lookups[i]',
      'elsif false then\n      left_out := left_out || lookups[i]',
    ],
    ['elsif lookups[named.place] <> all (left_out) and not pg_try_advisory_xact_lock(key) then', 'elsif false then'],
    [
      "elsif not pg_try_advisory_xact_lock_shared(hashtextextended('secrets:epoch:' || of_epoch, 0)) then",
      'elsif false then',
    ],
    ["perform pg_advisory_xact_lock_shared(hashtextextended('secrets:epoch:' || of_epoch, 0))", 'perform 1'],
    ['continue when lookups[named.place] = any (left_out);', ''],
    ['where r.e is distinct from current_epoch and r.lookup <> all (left_out)', 'where false'],
    [
      'from unnest(new_commands) k join secrets.commands c on c.command_id = k.command_id',
      'from unnest(new_commands) k where false',
    ],
    ["      where e.category = 'operator' and (e.data->>'secretId')::uuid = any (left_ids));", '      where false);'],
    ['delete from secrets.secret_content c where c.lookup = any (ended);', ''],
    ['delete from secrets.create_replay r where r.lookup = any (ended);', ''],
    ['delete from secrets.delivery_envelope v where v.lookup = any (ended);', 'null;'],
    ['where k.stream_id <> all (left_ids)', ''],
    ['from unnest(new_redeliveries) r where r.lookup <> all (left_out);', 'from unnest(new_redeliveries) r;'],
    [
      'perform secrets.record_events(new_events, left_ids, at);',
      "perform secrets.record_events(new_events, '{}', at);",
    ],
    ['version = s.version + 1, ended_at', 'version = s.version, ended_at'],
    ['linkbox = null, ', ''],
    ['wshard = null,', ''],
  ]),
  ...of('conceal_secrets.sql', writes, [
    ['perform pg_advisory_xact_lock(named.key);', 'perform 1;'],
    ['elsif not pg_try_advisory_xact_lock(named.key) then', 'elsif false then'],
    ["perform pg_advisory_xact_lock_shared(hashtextextended('secrets:epoch:' || of_epoch, 0))", 'perform 1'],
    [
      "elsif not pg_try_advisory_xact_lock_shared(hashtextextended('secrets:epoch:' || of_epoch, 0)) then",
      'elsif false then',
    ],
    ['join secrets.commands c on c.command_id = k.command_id', 'join secrets.commands c on false'],
    ['(s.e is distinct from current_epoch or ', '('],
    [
      's.e is distinct from current_epoch or abs(extract(epoch from s.created - at)) >= 5',
      's.e is distinct from current_epoch',
    ],
    ['left_out := left_out || stale;', ''],
    ['from unnest(new_secrets) s where s.lookup <> all (left_out);', 'from unnest(new_secrets) s;'],
    ['from unnest(new_contents) c where c.lookup <> all (left_out);', 'from unnest(new_contents) c;'],
    [
      'perform secrets.record_events(new_events, left_ids, at);',
      "perform secrets.record_events(new_events, '{}', at);",
    ],
    ['where k.stream_id <> all (left_ids)', ''],
    ['from unnest(new_replays) r where r.lookup <> all (left_out);', 'from unnest(new_replays) r;'],
    ['from unnest(new_deliveries) d where d.lookup <> all (left_out);', 'from unnest(new_deliveries) d;'],
    ['from unnest(new_envelopes) v where v.lookup <> all (left_out);', 'from unnest(new_envelopes) v;'],
    ['from unnest(new_incoming) i where i.lookup <> all (left_out);', 'from unnest(new_incoming) i;'],
  ]),
  ...of('import_secret.sql', writes, [
    ['if one.e is distinct from current_epoch then', 'if false then'],
    ["perform pg_advisory_xact_lock_shared(hashtextextended('secrets:epoch:' || one.e, 0));", ''],
  ]),
  ...of('reserve_attempt.sql', ledger, [
    ["s.state <> 'new' or s.expires <= at", 's.expires <= at'],
    ['or s.expires <= at', ''],
    ['where lookup = in_lookup for update;', 'where lookup = in_lookup;'],
  ]),
  ...of('reserve_attempt.sql', attempts, [
    ['if s.attempts >= per_secret then', 'if s.attempts > per_secret then'],
    ['wait_until := greatest(s.next_try, ', 'wait_until := greatest('],
    ["coalesce(a.locked_until, '-infinity')", "'-infinity'"],
    ['or a.window_start <= at - make_interval(secs => network_window)', ''],
    ['case when counted >= per_network', 'case when counted > per_network'],
    ['case when total >= delay_from', 'case when total > delay_from'],
    ['least(longest_delay, first_delay', 'greatest(0, first_delay'],
  ]),
  ...of('show_generated_value.sql', shown, [
    ["and s.state = 'new'", ''],
    ["and s.kind = 'generate'", ''],
    ['and (s.flags & 1) = 0', ''],
    ['and s.value_shown is null', ''],
    ['and s.expires > clock_timestamp()', ''],
    ['and s.created > clock_timestamp() - make_interval(secs => within_seconds)', ''],
  ]),
];
