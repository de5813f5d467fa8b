import type { ChildProcess } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { OnceoverClient, positionOf } from '@onceover/client';
import { cloudEvent } from '@onceover/schema/events/cloud-event';
import { eventsAnswer } from '@onceover/schema/rest/events';
import { eventually } from '@onceover/testing/eventually';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommandEnd, installCommand, type OnceoverCommand } from '../../support/onceover-command.ts';
import type { Person } from '../../support/people.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();
const withinMs = 20_000;
let command: OnceoverCommand;
beforeAll(async () => {
  command = await installCommand();
});
afterAll(() => command[Symbol.dispose]());

/** Whoever has signed in at the command, under a profile of their own, and has asked for events once. */
async function follower(scopes?: string) {
  const person = await system.people.customer();
  const credentials = { custid: person.email, token: await tokenOf(person, scopes) };
  const env = { ONCEOVER_URL: system.url, ONCEOVER_PROFILE: `p-${crypto.randomUUID()}` };
  const signIn = ['login', '--custid', person.email, '--store', 'file', '--no-check'];
  await command.run(signIn, { env, input: credentials.token });
  const events = (args: readonly string[] = [], onStart?: (child: ChildProcess) => void) =>
    command.run(['events', ...args], { env, ...(onStart && { onStart }) });
  const share = () => command.print(['share', '--quiet'], { env, input: 'tea at 5?' });
  const client = (fetch?: typeof globalThis.fetch) => new OnceoverClient({ url: system.url, credentials, fetch });
  return { events, share, client, first: await events() };
}

async function tokenOf(person: Person, scopes: string | undefined): Promise<string> {
  if (scopes === undefined)
    return atob((await system.people.apiToken(person)).slice('Basic '.length)).split(':')[1] ?? '';
  const { json } = await person.browser.graph(
    `mutation { createApiToken(input: { name: "t", scopes: [${scopes}], expiresInDays: 1 }) { ... on CreatedApiToken { token } } }`,
  );
  return json.data.createApiToken.token;
}

const numbersIn = (stdout: string) =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => Number(positionOf(cloudEvent.parse(JSON.parse(line)))));

/** A command that runs, until it is stopped. */
function running(start: (onStart: (child: ChildProcess) => void) => Promise<CommandEnd>) {
  let [child, out]: [ChildProcess | undefined, string] = [undefined, ''];
  const ended = start((started) => {
    child = started;
    started.stdout?.on('data', (text: string) => {
      out += text;
    });
  });
  return {
    numbers: () => numbersIn(out),
    stop: (signal: NodeJS.Signals) => {
      child?.kill(signal);
      return ended;
    },
  };
}

test('each event is a line, and the position to go on is said', async () => {
  const { events, share, first } = await follower();
  expect(first).toEqual({ code: 0, stdout: '', stderr: 'To go on from here: --after 0\n' });
  await share();
  await share();
  await eventually(async () => expect(numbersIn((await events(['--json'])).stdout)).toEqual([1, 2]), { withinMs });
  expect(await events(['--json', '--limit', '1'])).toMatchObject({ code: 0, stderr: '{"next":"1"}\n' });
  const { stdout, stderr } = await events(['--after', '1', '--type', 'secret.created']);
  expect(stdout).toMatch(
    /^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC {2}secret\.created {2}[0-9a-f-]{36} {2}kind=share [^\n]*\n$/,
  );
  expect(stderr).toBe('To go on from here: --after 2\n');
  expect(await events(['--quiet', '--type', 'secret.burned', '--type', 'io.onceover.secret.expired'])).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  });
});

test('whoever follows hears of it, and after a restart of what they missed', async () => {
  const { events, share } = await follower();
  const state = path.join(command.home, 'state');
  const args = ['--follow', '--json', '--state', state];
  const kept = () => readFileSync(state, 'utf8');
  const following = running((onStart) => events(args, onStart));
  await eventually(() => expect(kept()).toBe('0\n'), { withinMs });
  const begun = performance.now();
  await share();
  await eventually(() => expect(following.numbers()).toEqual([1]), { withinMs });
  // It did not wait for the half minute to be over.
  expect(performance.now() - begun).toBeLessThan(withinMs);
  await eventually(() => expect(kept()).toBe('1\n'));
  expect(await following.stop('SIGINT')).toMatchObject({
    code: 130,
    stderr: '{"next":"1"}\n{"error":{"code":"interrupted","message":"Interrupted."}}\n',
  });
  expect(statSync(state).mode & 0o777).toBe(0o600);
  await share();
  const { code, stdout } = await events([...args, '--limit', '1']);
  expect({ code, numbers: numbersIn(stdout) }).toEqual({ code: 0, numbers: [2] });
  expect(kept()).toBe('2\n');
});

test('of a follower that is killed nothing is lost, and at most one event comes twice', async () => {
  const { events, share } = await follower();
  const state = path.join(command.home, 'killed');
  const args = ['--follow', '--json', '--state', state];
  for (let made = 0; made < 4; made += 1) await share();
  const following = running((onStart) => events(args, onStart));
  await eventually(() => expect(following.numbers().length).toBeGreaterThan(0), { everyMs: 1, withinMs });
  const before = numbersIn((await following.stop('SIGKILL')).stdout);
  await share();
  const last = running((onStart) => events(args, onStart));
  await eventually(() => expect(last.numbers().at(-1)).toBe(5), { withinMs });
  const after = numbersIn((await last.stop('SIGTERM')).stdout);
  expect([...new Set([...before, ...after])]).toEqual([1, 2, 3, 4, 5]);
  expect(before.length + after.length).toBeLessThanOrEqual(6);
});

test('the client follows through an outage, and stops with the signal', async () => {
  const { share, client } = await follower();
  let asked = 0;
  const followed = client((...given) => {
    asked += 1;
    return asked === 2 ? Promise.reject(new TypeError('fetch failed')) : fetch(...given);
  });
  const stop = new AbortController();
  const positions: string[] = [];
  for await (const page of followed.follow({ signal: stop.signal })) {
    const { events, next } = eventsAnswer.parse(page);
    positions.push(next);
    if (events.length === 0) await share();
    else stop.abort();
  }
  expect(positions).toEqual(['0', '1']);
  expect(asked).toBeGreaterThanOrEqual(3);
});

test('a position that is unknown or forgotten, and a type that there is not, are refused with what to do', async () => {
  const { events, share, client } = await follower();
  await share();
  await eventually(async () => expect(numbersIn((await events(['--json'])).stdout)).toEqual([1]), { withinMs });
  expect(await events(['--follow', '--after', '999'])).toEqual({
    code: 1,
    stdout: '',
    stderr:
      "onceover: This is not a position of the account's events. To begin with the oldest one, leave out --after.\n",
  });
  expect(await events(['--type', 'secret.stolen'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'onceover: There is no such type of event. /docs/events lists them.\n',
  });
  const admin = new pg.Client(system.database);
  await admin.connect();
  await admin.query('update notifications.partner set cut = position').finally(() => admin.end());
  await expect(client().events({ after: '0' })).rejects.toMatchObject({ code: 'forgotten_position', status: 410 });
  const { code, stderr } = await events(['--json', '--after', '0']);
  expect(code).toBe(1);
  expect(JSON.parse(stderr).error).toEqual({
    code: 'forgotten_position',
    message: expect.stringMatching(/no longer kept\. To begin with the oldest one, leave out --after; /),
  });
});

test('a token without the scope is refused, and the scope is named; one with it alone is enough', async () => {
  const { first } = await follower('RECENT');
  expect(first).toMatchObject({ code: 3, stdout: '' });
  expect(first.stderr).toContain('the token does not have the scope events-read');
  expect((await follower('EVENTS_READ')).first).toMatchObject({ code: 0 });
});
