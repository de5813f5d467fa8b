import { newId } from '@onceover/service-kit/ids';
import { eventually } from '@onceover/testing/eventually';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aConcealCommand,
  anEndCommand,
  anEndedImportCommand,
  anImportCommand,
  withEverything,
  withToken,
} from '../../../test-support/secret-commands.ts';
import { startTestSecrets, type TestSecrets } from '../../../test-support/test-secrets.ts';
import type { ConcealCommand, EndCommand, ImportCommand } from '../../../use-cases/secret/secret-writes.ts';

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets();
});
afterAll(() => secrets[Symbol.asyncDispose]());

const aSecret = (...change: Parameters<typeof aConcealCommand> extends [unknown, ...infer Rest] ? Rest : never) =>
  aConcealCommand(secrets, ...change);
const conceal = (command: ConcealCommand) => secrets.parts.ports.writes.conceal(command);
const end = (command: EndCommand) => secrets.parts.ports.writes.end(command);

/** Each command's own outcome, in their order. Commands that arrive in one turn of the event loop are one batch. */
async function outcomesOf(work: readonly Promise<string>[]): Promise<string[]> {
  const settled = await Promise.allSettled(work);
  return settled.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.name));
}
const concealAll = (...commands: readonly ConcealCommand[]) => outcomesOf(commands.map(conceal));
const endAll = (...commands: readonly EndCommand[]) => outcomesOf(commands.map(end));

async function stored(command: ConcealCommand): Promise<ConcealCommand> {
  expect(await conceal(command)).toBe('appended');
  return command;
}

/** Rows of a secret in each table, and what its own row says. */
interface Kept {
  readonly rows: string;
  readonly row: { state: string; version: number; e: number; has_shard: boolean; has_link: boolean } | null;
}

async function kept({ made: { binding, keys } }: ConcealCommand): Promise<Kept> {
  const [found] = await secrets.rows<Kept>(
    `select concat_ws(' ',
       'secret', (select count(*) from secrets.secret where lookup = $1),
       'content', (select count(*) from secrets.secret_content where lookup = $1),
       'events', (select count(*) from secrets.events where stream_id = $2),
       'commands', (select count(*) from secrets.commands where stream_id = $2),
       'replay', (select count(*) from secrets.create_replay where lookup = $1),
       'emails', (select count(*) from secrets.delivery where lookup = $1),
       'envelopes', (select count(*) from secrets.delivery_envelope where lookup = $1),
       'incoming', (select count(*) from secrets.incoming where lookup = $1),
       'again', (select count(*) from secrets.redelivery where lookup = $1)) as rows,
     (select to_jsonb(s) from (
        select state, version, e, wshard is not null as has_shard, linkbox is not null as has_link
        from secrets.secret where lookup = $1) s) as row`,
    [binding.lookup, keys.secretId],
  );
  return found as Kept;
}

const nothing = 'secret 0 content 0 events 0 commands 0 replay 0 emails 0 envelopes 0 incoming 0 again 0';
const plain = 'secret 1 content 1 events 1 commands 0 replay 0 emails 0 envelopes 0 incoming 0 again 0';
const everything = 'secret 1 content 1 events 3 commands 1 replay 1 emails 2 envelopes 2 incoming 1 again 0';
const ended = 'secret 1 content 0 events 2 commands 0 replay 0 emails 0 envelopes 0 incoming 0 again 0';
const goneWithEmails = 'secret 1 content 0 events 4 commands 1 replay 0 emails 2 envelopes 0 incoming 1 again 0';
const endedAgain = 'secret 1 content 0 events 2 commands 1 replay 0 emails 0 envelopes 0 incoming 0 again 1';

const asNew = (command: ConcealCommand) => ({
  state: 'new',
  version: command.events.length,
  e: command.made.sealed.epoch,
  has_shard: true,
  has_link: true,
});
const asEnded = (command: ConcealCommand, state: string) => ({
  ...asNew(command),
  state,
  version: command.events.length + 1,
  has_shard: false,
  has_link: false,
});

test('a secret whose events are not as the catalogue says is neither stored nor ended', async () => {
  const command = aSecret();
  const [created] = command.events;
  const told = { ...command, events: [{ ...created, data: { ...created?.data, passphrase: 'hunter2' } }] };
  expect(await concealAll(told as ConcealCommand)).toEqual(['TypeError']);
  expect(await kept(command)).toEqual({ rows: nothing, row: null });
  await stored(command);
  const ending = anEndCommand(command);
  const nameless = { ...ending, event: { ...ending.event, data: {} } };
  expect(await endAll(nameless)).toEqual(['TypeError']);
  expect((await kept(command)).rows).toBe(plain);
});

/** Holds a lock as a rival would, until it is let go; what `write` did is committed with that. */
async function holding(name: string, write?: { readonly text: string; readonly values: unknown[] }) {
  const rival = await secrets.owner.connect();
  await rival.query('begin');
  await rival.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
  if (write !== undefined) await rival.query(write.text, write.values);
  return {
    letGo: async () => void (await rival.query('commit')),
    [Symbol.asyncDispose]: async () => rival.release(true),
  };
}

/** Somebody waits for a lock of ours. */
async function waited(): Promise<void> {
  await eventually(async () => {
    const waiting = await secrets.rows(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`,
    );
    expect(waiting).toHaveLength(1);
  });
}

/** The epoch moves on as a rotation moves it; answers what was sealed under the old one. */
async function afterRotation(): Promise<{ old: ConcealCommand; rich: ConcealCommand }> {
  const sealed = { old: aSecret(), rich: withEverything(aSecret()) };
  expect(await secrets.parts.crypto.rotation.rotateNow()).toBe('rotated');
  return sealed;
}

describe('secrets concealed in one batch', () => {
  test('are stored each with its own content, version, epoch and everything that goes with it', async () => {
    const verification = { kind: 'verification', isVerification: true, ownerRef: newId() } as const;
    const commands = [
      aSecret({}, { isTruncated: true }),
      withEverything(aSecret({}, { ownerRef: newId(), shareDomainId: newId() })),
      aSecret({}, verification),
      withEverything(aSecret()),
    ];
    expect(await concealAll(...commands)).toEqual(commands.map(() => 'appended'));
    for (const command of commands) {
      expect(await kept(command)).toEqual({ rows: command.isRemembered ? everything : plain, row: asNew(command) });
      const { made } = command;
      const found = await secrets.parts.ports.vault.find(made.binding.lookup, null);
      expect(found?.secret).toMatchObject({ secretId: made.keys.secretId, binding: made.binding });
      const { ct, wshard, epoch } = made.sealed;
      expect(found?.content).toEqual({ ct, wshard, epoch });
    }
  });

  test('get their own outcomes, and those that are left out leave nothing', async () => {
    const { old, rich } = await afterRotation();
    const first = await stored({ ...aSecret(), isRemembered: true });
    const second = await stored({ ...aSecret(), isRemembered: true });
    const now = secrets.parts.ports.databaseTime.now().getTime();
    const seconds = (count: number) => ({ createdAt: new Date(now + count * 1000) });
    const plan: [ConcealCommand, string, string][] = [
      [aSecret(), 'appended', plain],
      [{ ...aSecret(), isRemembered: true, context: first.context }, 'duplicate', nothing],
      [old, 'StaleInput', nothing],
      [withEverything(aSecret()), 'appended', everything],
      [withEverything(aSecret({}, seconds(-7))), 'StaleInput', nothing],
      [withEverything(aSecret({}, seconds(30))), 'StaleInput', nothing],
      [aSecret({}, seconds(-2)), 'appended', plain],
      [withEverything(aSecret({ context: second.context })), 'duplicate', nothing],
      [rich, 'StaleInput', nothing],
      [aSecret(), 'appended', plain],
    ];
    const outcomes = await concealAll(...plan.map(([command]) => command));
    expect(outcomes).toEqual(plan.map(([, outcome]) => outcome));
    for (const [command, , rows] of plan) {
      expect(await kept(command)).toEqual({ rows, row: rows === nothing ? null : asNew(command) });
    }
  });

  test('that are all left out leave nothing', async () => {
    const { old, rich } = await afterRotation();
    expect(await concealAll(old, rich)).toEqual(['StaleInput', 'StaleInput']);
    expect([await kept(old), await kept(rich)]).toEqual([old, rich].map(() => ({ rows: nothing, row: null })));
  });

  test('one that breaks a constraint fails alone', async () => {
    const first = await stored(aSecret());
    const poison = withEverything(aSecret());
    const commands = [
      withEverything(aSecret()),
      { ...poison, made: { ...poison.made, metadataLookup: first.made.metadataLookup } },
      aSecret(),
    ];
    const [before, broken, after] = await Promise.allSettled(commands.map(conceal));
    expect([before, after]).toEqual([before, after].map(() => ({ status: 'fulfilled', value: 'appended' })));
    expect(broken).toMatchObject({ status: 'rejected', reason: { code: '23505', constraint: 'secret_metadata' } });
    const rows = await Promise.all(commands.map(async (command) => (await kept(command)).rows));
    expect(rows).toEqual([everything, nothing, plain]);
  });

  test('one whose first try is still under way waits for it alone, and neighbours go on', async () => {
    const command = withEverything(aSecret());
    const { commandId } = command.context;
    await using rival = await holding(`secrets:command:${commandId}`, {
      text: 'insert into secrets.commands (command_id, stream_id, version) values ($1, $2, 1)',
      values: [commandId, newId()],
    });
    const neighbours = [aSecret(), withEverything(aSecret())] as const;
    const waiting = conceal(command);
    expect(await concealAll(...neighbours)).toEqual(['appended', 'appended']);
    await waited();
    await rival.letGo();
    expect(await waiting).toBe('duplicate');
    expect((await kept(command)).rows).toBe(nothing);
  });

  test('one whose first try came to nothing is stored', async () => {
    const command = withEverything(aSecret());
    await using rival = await holding(`secrets:command:${command.context.commandId}`);
    const waiting = conceal(command);
    expect(await concealAll(aSecret())).toEqual(['appended']);
    await waited();
    expect((await kept(command)).rows).toBe(nothing);
    await rival.letGo();
    expect(await waiting).toBe('appended');
    expect(await kept(command)).toEqual({ rows: everything, row: asNew(command) });
  });

  test('under an epoch that a rotator holds wait alone, those of another epoch do not', async () => {
    const { old, rich } = await afterRotation();
    await using rival = await holding(`secrets:epoch:${old.made.sealed.epoch}`);
    const waiting = outcomesOf([old, rich].map(conceal));
    const current = [aSecret(), withEverything(aSecret())] as const;
    expect(await concealAll(...current)).toEqual(['appended', 'appended']);
    await waited();
    await rival.letGo();
    expect(await waiting).toEqual(['StaleInput', 'StaleInput']);
    expect(await Promise.all(current.map(kept))).toEqual([
      { rows: plain, row: asNew(current[0]) },
      { rows: everything, row: asNew(current[1]) },
    ]);
    expect(await Promise.all([old, rich].map(kept))).toEqual([old, rich].map(() => ({ rows: nothing, row: null })));
  });

  test('one that has two reasons to leave counts once: its neighbour is stored', async () => {
    const { rich } = await afterRotation();
    await using firstTry = await holding(`secrets:command:${rich.context.commandId}`);
    await using rotator = await holding(`secrets:epoch:${rich.made.sealed.epoch}`);
    const waiting = outcomesOf([conceal(rich)]);
    const neighbour = aSecret();
    expect(await concealAll(neighbour)).toEqual(['appended']);
    expect(await kept(neighbour)).toEqual({ rows: plain, row: asNew(neighbour) });
    await waited();
    await firstTry.letGo();
    await rotator.letGo();
    expect(await waiting).toEqual(['StaleInput']);
    expect((await kept(rich)).rows).toBe(nothing);
  });

  test('whose epoch ends while they wait for it are stale', async () => {
    const command = aSecret();
    const { epoch } = command.made.sealed;
    await using rival = await holding(`secrets:epoch:${epoch}`, {
      text: `update secrets.epoch set state = 'retiring' where e = $1`,
      values: [epoch],
    });
    const waiting = outcomesOf([command].map(conceal));
    await waited();
    await rival.letGo();
    expect(await waiting).toEqual(['StaleInput']);
    expect((await kept(command)).rows).toBe(nothing);
    await secrets.rows(`update secrets.epoch set state = 'current' where e = $1`, [epoch]);
  });
});

describe('one guard alone refuses', () => {
  const change = (set: string, { made }: ConcealCommand) =>
    secrets.rows(`update secrets.secret set ${set} where lookup = $1`, [made.binding.lookup]);
  const over = `expires = clock_timestamp()`;

  test.each([
    ['a claim of a secret that has ended, though no event says so', `state = 'received', ended_at = now()`, 'received'],
    ['a claim of a secret that was burned', `state = 'burned', ended_at = now()`, 'received'],
    ['an expiry of a secret that has ended', `state = 'received', ended_at = now(), ${over}`, 'expired'],
    ['a claim that read an older version', 'version = version + 1', 'received'],
    ['a claim that read a newer version', 'version = version - 1', 'received'],
    ['a claim of a secret past its lifetime', over, 'received'],
    ['a burn of a secret past its lifetime', over, 'burned'],
    ['an expiry of a living secret', `expires = clock_timestamp() + interval '1 minute'`, 'expired'],
  ] as const)('%s', async (_what, set, ending) => {
    const secret = await stored(aSecret());
    await change(set, secret);
    const before = await kept(secret);
    expect(await endAll(anEndCommand(secret, { ending, ...withToken(secret) }))).toEqual(['VersionConflict']);
    expect(await kept(secret)).toEqual(before);
    expect(before.rows).toBe(plain);
  });
});

describe('secrets that end in one batch', () => {
  const owned = () => aSecret({}, { ownerRef: newId() });

  test('get their own outcomes, and those that are left out stay as they were', async () => {
    const [burned, claimed, again, received, taken, older, knownBefore, rich] = [
      await stored(withEverything(owned())),
      await stored(aSecret()),
      await stored(aSecret()),
      await stored(aSecret()),
      await stored(aSecret()),
      await stored(aSecret()),
      await stored(withEverything(owned())),
      await stored(withEverything(owned())),
    ];
    const [due, living, late] = [await stored(aSecret()), await stored(aSecret()), await stored(aSecret())];
    for (const { made } of [due, late]) await secrets.endLifetime(made.binding.lookup);
    await end(anEndCommand(taken, { ending: 'burned' }));
    const claim = anEndCommand(again, withToken(again));
    await end(claim);
    const known = anEndCommand(knownBefore, withToken(knownBefore));
    await secrets.rows('insert into secrets.commands (command_id, stream_id, version) values ($1, $2, 1)', [
      known.context.commandId,
      newId(),
    ]);
    const olderRead = anEndCommand(older);
    const plan: [ConcealCommand, EndCommand, string, string, string][] = [
      [taken, anEndCommand(taken), 'VersionConflict', ended, 'burned'],
      [claimed, anEndCommand(claimed, withToken(claimed)), 'appended', endedAgain, 'received'],
      [again, claim, 'duplicate', endedAgain, 'received'],
      [rich, anEndCommand(rich, withToken(rich, 99)), 'StaleInput', everything, 'new'],
      [burned, anEndCommand(burned, { ending: 'burned' }), 'appended', goneWithEmails, 'burned'],
      [living, anEndCommand(living, { ending: 'expired' }), 'VersionConflict', plain, 'new'],
      [due, anEndCommand(due, { ending: 'expired' }), 'appended', ended, 'expired'],
      [knownBefore, known, 'duplicate', everything, 'new'],
      [late, anEndCommand(late, withToken(late)), 'VersionConflict', plain, 'new'],
      [older, { ...olderRead, secret: { ...olderRead.secret, version: 4 } }, 'VersionConflict', plain, 'new'],
      [received, anEndCommand(received, { deliveryConfirmed: true }), 'appended', ended, 'received'],
    ];
    expect(await endAll(...plan.map(([, command]) => command))).toEqual(plan.map(([, , outcome]) => outcome));
    for (const [secret, , , rows, state] of plan) {
      expect(await kept(secret)).toEqual({ rows, row: state === 'new' ? asNew(secret) : asEnded(secret, state) });
    }
  });

  test('are ended each with its own ending, confirmation, event and redelivery', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, () => stored(aSecret())));
    const commands = made.map((secret, index) =>
      anEndCommand(secret, index % 2 === 0 ? withToken(secret) : { ending: 'burned', deliveryConfirmed: index === 3 }),
    );
    await endAll(...commands);
    const rows = await Promise.all(
      made.map(async ({ made: { binding, keys } }) => {
        const [row] = await secrets.rows(
          `select s.state, s.delivery_confirmed as confirmed, e.type, e.version, convert_from(r.rblob, 'utf8') as again
           from secrets.secret s join secrets.events e on e.stream_id = s.secret_id and e.version > 1
           left join secrets.redelivery r on r.lookup = s.lookup
           where s.lookup = $1 and s.secret_id = $2`,
          [binding.lookup, keys.secretId],
        );
        return row;
      }),
    );
    expect(rows).toEqual(
      commands.map(({ ending, deliveryConfirmed: confirmed, event: { type }, redelivery }) => {
        return { state: ending, confirmed, type, version: 2, again: redelivery?.rblob.toString() ?? null };
      }),
    );
  });

  test('one that breaks a constraint fails alone', async () => {
    const [one, poison, other] = [await stored(aSecret()), await stored(aSecret()), await stored(aSecret())];
    // Its event is there already, though its row knows nothing of it.
    await secrets.rows(
      `insert into secrets.events (gen, stream_id, version, event_id, type, category, data, meta)
       values (1, $1, 2, gen_random_uuid(), 'secret.burned', 'secret', '{}', '{}')`,
      [poison.made.keys.secretId],
    );
    const outcomes = await endAll(...[one, poison, other].map((secret) => anEndCommand(secret, withToken(secret))));
    expect(outcomes).toEqual(['appended', 'VersionConflict', 'appended']);
    expect(await kept(one)).toEqual({ rows: endedAgain, row: asEnded(one, 'received') });
    expect((await kept(poison)).row).toEqual(asNew(poison));
    expect(await kept(other)).toEqual({ rows: endedAgain, row: asEnded(other, 'received') });
  });

  test('one that a rival holds waits alone, and neighbours end', async () => {
    const [held, one, other] = [await stored(aSecret()), await stored(aSecret()), await stored(aSecret())];
    await using rival = await holding(`secrets:stream:${held.made.keys.secretId}`);
    const waiting = end(anEndCommand(held, withToken(held)));
    const neighbours = [anEndCommand(one), anEndCommand(other, withToken(other))] as const;
    expect(await endAll(...neighbours)).toEqual(['appended', 'appended']);
    await waited();
    expect(await kept(held)).toEqual({ rows: plain, row: asNew(held) });
    await rival.letGo();
    expect(await waiting).toBe('appended');
    expect(await kept(held)).toEqual({ rows: endedAgain, row: asEnded(held, 'received') });
  });

  test('one whose first try is still under way waits for it alone, and then is its duplicate', async () => {
    const [held, one] = [await stored(aSecret()), await stored(aSecret())];
    const command = anEndCommand(held, withToken(held));
    const { commandId } = command.context;
    await using rival = await holding(`secrets:command:${commandId}`, {
      text: 'insert into secrets.commands (command_id, stream_id, version) values ($1, $2, 2)',
      values: [commandId, held.made.keys.secretId],
    });
    const waiting = end(command);
    expect(await endAll(anEndCommand(one, withToken(one)))).toEqual(['appended']);
    await waited();
    expect((await kept(held)).row).toEqual(asNew(held));
    await rival.letGo();
    expect(await waiting).toBe('duplicate');
    expect((await kept(held)).row).toEqual(asNew(held));
  });

  test('one that has two reasons to leave counts once: its neighbour hears that it is too late', async () => {
    const [known, late] = [await stored(aSecret()), await stored(aSecret())];
    const command = anEndCommand(known, withToken(known));
    expect(await endAll(command, anEndCommand(late))).toEqual(['appended', 'appended']);
    await using rival = await holding(`secrets:stream:${known.made.keys.secretId}`);
    const again = end(command);
    expect(await endAll(anEndCommand(late))).toEqual(['VersionConflict']);
    await waited();
    await rival.letGo();
    expect(await again).toBe('duplicate');
  });

  test('whose redelivery is of an epoch that a rotator holds wait alone, and are stale once it has moved on', async () => {
    const [held, one, other] = [await stored(aSecret()), await stored(aSecret()), await stored(aSecret())];
    const { epoch } = held.made.sealed;
    await secrets.parts.crypto.rotation.rotateNow();
    const current = secrets.parts.ports.keyRing.current().epoch;
    await using rival = await holding(`secrets:epoch:${epoch}`);
    const waiting = outcomesOf([end(anEndCommand(held, withToken(held, epoch)))]);
    const neighbours = [anEndCommand(one), anEndCommand(other, withToken(other, current))] as const;
    expect(await endAll(...neighbours)).toEqual(['appended', 'appended']);
    await waited();
    await rival.letGo();
    expect(await waiting).toEqual(['StaleInput']);
    expect((await kept(held)).rows).toBe(plain);
    const [row] = await secrets.rows('select e from secrets.redelivery where lookup = $1', [other.made.binding.lookup]);
    expect(row).toEqual({ e: current });
  });

  test('whose epoch ends while they wait for it are stale', async () => {
    const secret = await stored(aSecret());
    const { epoch } = secret.made.sealed;
    await using rival = await holding(`secrets:epoch:${epoch}`, {
      text: `update secrets.epoch set state = 'retiring' where e = $1`,
      values: [epoch],
    });
    const waiting = outcomesOf([end(anEndCommand(secret, withToken(secret)))]);
    await waited();
    await rival.letGo();
    expect(await waiting).toEqual(['StaleInput']);
    expect(await kept(secret)).toEqual({ rows: plain, row: asNew(secret) });
    await secrets.rows(`update secrets.epoch set state = 'current' where e = $1`, [epoch]);
  });

  test('an operator’s action is recorded with the secret that it ended, and with no other', async () => {
    const [burned, late] = [await stored(aSecret()), await stored(aSecret())];
    await endAll(anEndCommand(late));
    const byOperator = (command: ConcealCommand): Partial<EndCommand> => {
      const { secretId } = command.made.keys;
      const target = { targetKind: 'secret', targetRef: secretId, secretId };
      const operatorAction = { operatorRef: newId(), action: 'secret_burned', ...target, reasonCode: 'abuse' };
      return { ending: 'burned', operatorAction };
    };
    const commands = [late, burned].map((command) => anEndCommand(command, byOperator(command)));
    expect(await endAll(...commands)).toEqual(['VersionConflict', 'appended']);
    const ids = [late, burned].map(({ made }) => made.keys.secretId);
    const actions = await secrets.rows<{ id: string; version: number; category: string }>(
      `select data->>'secretId' as id, version, category from secrets.events
       where type = 'operator.action_taken' and data->>'secretId' = any ($1)`,
      [ids],
    );
    expect(actions).toEqual([{ id: ids[1], version: 1, category: 'operator' }]);
  });

  test('two endings of one secret: the first that was asked for has it', async () => {
    const secret = await stored(aSecret());
    const outcomes = await endAll(anEndCommand(secret), anEndCommand(secret, { ending: 'burned' }));
    expect(outcomes).toEqual(['appended', 'VersionConflict']);
    expect(await kept(secret)).toEqual({ rows: ended, row: asEnded(secret, 'received') });
  });
});

describe('a secret that is imported', () => {
  const importAll = (...commands: readonly ImportCommand[]) =>
    outcomesOf(commands.map((each) => secrets.parts.ports.writes.import(each)));

  test('is stored with its content and its event, once, and is ended as any other', async () => {
    const command = aSecret();
    expect(await importAll(anImportCommand(command), anImportCommand(command))).toEqual(['appended', 'duplicate']);
    expect(await kept(command)).toEqual({ rows: plain, row: asNew(command) });
    expect(await endAll(anEndCommand(command))).toEqual(['appended']);
    expect(await importAll(anImportCommand(command))).toEqual(['duplicate']);
    expect(await kept(command)).toEqual({ rows: ended, row: asEnded(command, 'received') });
  });

  test('under the key of another secret’s link is refused, and changes nothing of that one', async () => {
    const [first, second] = [await stored(aSecret()), aSecret()];
    const { imported, ...command } = anImportCommand(second);
    const { lookup } = first.made.binding;
    const same = { ...command, imported: { ...imported, binding: { ...imported.binding, lookup } } };
    expect(await importAll(same)).toEqual(['VersionConflict']);
    expect(await kept(first)).toEqual({ rows: plain, row: asNew(first) });
    expect((await kept(second)).rows).toBe(nothing);
  });

  test('whose epoch ends while it waits for it is stale; one that has ended there needs no epoch', async () => {
    const [command, past] = [aSecret(), aSecret()];
    const { epoch } = command.made.sealed;
    await using rival = await holding(`secrets:epoch:${epoch}`, {
      text: `update secrets.epoch set state = 'retiring' where e = $1`,
      values: [epoch],
    });
    expect(await importAll(anEndedImportCommand(past))).toEqual(['appended']);
    const waiting = importAll(anImportCommand(command));
    await waited();
    await rival.letGo();
    expect(await waiting).toEqual(['StaleInput']);
    expect((await kept(command)).rows).toBe(nothing);
    await secrets.rows(`update secrets.epoch set state = 'current' where e = $1`, [epoch]);
    expect((await kept(past)).row).toEqual({ ...asEnded(past, 'burned'), version: 1 });
  });

  test('whose event is not as the catalogue says, or does not close what has ended, is not stored', async () => {
    const command = aSecret();
    const { event, ...rest } = anImportCommand(command);
    const told = { ...rest, event: { ...event, data: { ...event.data, passphrase: 'hunter2' } } };
    const open = { ...rest, event: anEndedImportCommand(command).event };
    expect(await importAll(told, open)).toEqual(['TypeError', 'TypeError']);
    expect((await kept(command)).rows).toBe(nothing);
  });
});

describe.each([
  ['conceal_secrets', `true, '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}'`],
  ['import_secret', `'{}', '{}', '{}'`],
  ['end_secrets', `true, '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}'`],
])('%s', (name, values) => {
  test.each([
    ['after another write of its transaction', 'begin; select pg_current_xact_id()', 'first write'],
    ['in a snapshot of its transaction', 'begin isolation level repeatable read', 'read committed only'],
  ])('is refused %s', async (_when, begin, refusal) => {
    const client = await secrets.parts.pool.connect();
    try {
      await client.query(begin);
      await expect(client.query(`select * from secrets.${name}(${values})`)).rejects.toThrow(refusal);
    } finally {
      client.release(true);
    }
  });
});

test('while a newer version adds columns to the tables, secrets are written and opened as before', async () => {
  const before = await stored(aSecret());
  const written = ['secret', 'secret_content', 'events', 'commands', 'create_replay', 'redelivery'];
  for (const table of [...written, 'delivery', 'delivery_envelope', 'incoming']) {
    await secrets.rows(`alter table secrets.${table} add column added_later text`);
  }
  const [one, other] = [withEverything(aSecret()), aSecret()];
  expect(await concealAll(one, other)).toEqual(['appended', 'appended']);
  expect(await endAll(anEndCommand(before, withToken(before)), anEndCommand(one), anEndCommand(other))).toEqual([
    'appended',
    'appended',
    'appended',
  ]);
});
