import { spawn } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cloudEvent } from '@onceover/schema/events/cloud-event';
import { eventually } from '@onceover/testing/eventually';
import { freePort } from '@onceover/testing/free-port';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { canaryScan } from '../../support/canary-scan.ts';
import { concealAs } from '../../support/customer-secrets.ts';
import { type CommandEnd, installCommand, type OnceoverCommand } from '../../support/onceover-command.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile({ ONCEOVER_WEBHOOK_ALLOWED_HOSTS: 'http://127.0.0.1' });
const example = (name: string) => fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
let command: OnceoverCommand;
let programs: string;
beforeAll(async () => {
  command = await installCommand();
  programs = path.join(command.home, 'programs');
  mkdirSync(programs);
  writeFileSync(path.join(programs, 'onceover'), `#!/bin/sh\nexec "${command.node}" "${command.file}" "$@"\n`);
  chmodSync(path.join(programs, 'onceover'), 0o755);
});
afterAll(() => command[Symbol.dispose]());

const open = (link: string) => command.print(['open', link]);

/** Runs a program to its end, with `onceover` on the path. */
function ran(file: string, args: readonly string[], more: Readonly<Record<string, string>>): Promise<CommandEnd> {
  const env = { ...command.env, PATH: `${programs}:${command.env.PATH}`, ...more };
  const child = spawn(file, args, { env, cwd: command.home, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (text) => {
    stdout += text;
  });
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  return new Promise((resolve) => void child.once('close', (code) => resolve({ code, stdout, stderr })));
}

test('the script prints the link of a new password', async () => {
  const { code, stdout } = await ran(example('shell/new-password.sh'), ['1h'], { ONCEOVER_URL: system.url });
  expect(code).toBe(0);
  expect(await open(stdout.trim())).toMatch(/^[A-Za-z0-9+/]{32}$/);
});

test('the follower writes a line for each event, and after a restart those that came meanwhile', async () => {
  const person = await system.people.customer();
  const [custid = '', token = ''] = atob((await system.people.apiToken(person)).slice('Basic '.length)).split(':');
  const profile = { ONCEOVER_URL: system.url, ONCEOVER_PROFILE: 'siem' };
  const signIn = ['login', '--custid', custid, '--store', 'file'];
  await command.run(signIn, { input: token, env: profile });
  const written = path.join(command.home, 'events.ndjson');
  const lines = () => readFileSync(written, 'utf8').split('\n').slice(0, -1);
  const share = () => command.print(['share', '--quiet'], { input: 'tea', env: profile });
  /** Runs the follower until so many lines are there, and stops it as a service manager does. */
  const follow = async (count: number, position: number, isReady?: () => Promise<unknown>) => {
    const env = { ...command.env, PATH: `${programs}:${command.env.PATH}`, ...profile };
    const child = spawn(example('siem/follow.sh'), [written], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let told = '';
    child.stderr.on('data', (text) => {
      told += text;
    });
    const end = new Promise<number | null>((resolve) => void child.once('close', resolve));
    const withinMs = 20_000;
    // A position is there as soon as it follows.
    await eventually(() => readFileSync(`${written}.position`), { withinMs });
    await isReady?.();
    await eventually(() => expect(lines()).toHaveLength(count), { withinMs });
    child.kill('SIGTERM');
    expect({ code: await end, told }).toEqual({ code: 0, told: `{"next":"${position}"}\n` });
  };
  await follow(1, 1, share);
  expect(statSync(written).mode & 0o777).toBe(0o600);
  await share();
  appendFileSync(written, '{"cut');
  await follow(3, 2);
  const [first = '', cut, second = ''] = lines();
  expect(cut).toBe('{"cut');
  expect([first, second].map((line) => cloudEvent.parse(JSON.parse(line)).sequence)).toEqual([
    '0000000000000001',
    '0000000000000002',
  ]);
});

interface Step {
  readonly env: Readonly<Record<string, string>>;
  readonly run: string;
}

/** Runs the steps of the action as a runner does, with these inputs, and resolves with what they wrote. */
async function action(inputs: Readonly<Record<string, string>>) {
  const { inputs: known, runs } = parse(readFileSync(example('github-action/action.yml'), 'utf8'));
  const output = path.join(command.home, `output-${crypto.randomUUID()}`);
  writeFileSync(output, '');
  const filled = (text: string) =>
    text.replace(/\$\{\{ inputs\.([a-z-]+) \}\}/g, (_all, name: string) => inputs[name] ?? known[name].default ?? '');
  const ends: CommandEnd[] = [];
  for (const { env, run } of runs.steps as readonly Step[]) {
    const given = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)]));
    ends.push(
      await ran('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], { ...given, GITHUB_OUTPUT: output }),
    );
  }
  const lines = readFileSync(output, 'utf8').trim().split('\n');
  return { ends, outputs: Object.fromEntries(lines.map((line) => line.split(/=(.*)/s))) };
}

test('the action shares a secret of a build, masks its links and leaves nothing', async () => {
  const person = await system.people.customer();
  const [custid = '', token = ''] = atob((await system.people.apiToken(person)).slice('Basic '.length)).split(':');
  const secret = 'canary "secret"\n with $(lines)\n';
  const passphrase = 'canary-passphrase';
  await using scan = canaryScan(command.home);
  const more = { ttl: '30m', custid, token, passphrase };
  const { ends, outputs } = await action({ url: system.url, secret, ...more });
  expect(ends.map(({ code, stderr }) => ({ code, stderr }))).toEqual([{ code: 0, stderr: '' }]);
  const { link, 'private-link': privateLink } = outputs;
  expect(ends[0]?.stdout).toBe(`::add-mask::${link}\n::add-mask::${privateLink}\n`);
  const { files, processes } = await scan.found();
  for (const hidden of [secret.split('\n')[0] ?? '', passphrase, token]) expect(files).not.toContain(hidden);
  // The runner gives them to bash in its environment; the command does not get them.
  const own = processes.split('\n').filter((text) => text.includes(command.file));
  expect(own).not.toEqual([]);
  expect(own.join()).not.toContain(passphrase);
  expect(await command.print(['open', link, '--passphrase-fd', '3'], { descriptors: [passphrase] })).toBe(secret);
});

test('the action sends the link by email, to a person', async () => {
  const person = await system.people.customer();
  const [custid = '', token = ''] = atob((await system.people.apiToken(person)).slice('Basic '.length)).split(':');
  const { outputs } = await action({ url: system.url, secret: 'tea', recipient: 'tom@example.com', custid, token });
  expect((await system.people.mailTo('tom@example.com')).text).toContain(outputs.link);
  const opened = await command.run(['open', outputs.link ?? '']);
  expect(opened).toMatchObject({
    code: 1,
    stderr: 'onceover: Only a person may open this. Open the link in a browser.\n',
  });
});

test('an action that is refused fails its build, without a word of the secret', async () => {
  const { ends } = await action({ url: system.url, secret: 'canary-secret', recipient: 'tom@example.com' });
  expect(ends[0]).toMatchObject({ code: 1, stdout: '' });
  expect(ends[0]?.stderr).toBe('onceover: An account is required to send emails.\n');
});

/** A ticketing system that can be down, and what was written to it. */
async function startTickets() {
  const notes: { title: string; text: string }[] = [];
  const state = { notes, isDown: false };
  const write = async (request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    if (!state.isDown) notes.push(JSON.parse(text));
    response.writeHead(state.isDown ? 500 : 201).end();
  };
  const server = createServer((request, response) => void write(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, { url, [Symbol.dispose]: () => void server.close() });
}

/** The receiver of the examples, on a port of its own unless one is given. */
async function startReceiver(key: string, ticketsUrl: string, ownPort = 0) {
  const keysFile = path.join(command.home, 'keys');
  writeFileSync(keysFile, `${key}\n`);
  const env = { KEYS_FILE: keysFile, TICKETS_URL: ticketsUrl, PORT: String(ownPort) };
  const receiver = spawn(process.execPath, [example('webhook-receiver/receiver.js')], {
    env: { ...command.env, ...env },
  });
  const port = await new Promise<string>((resolve, reject) => {
    receiver.stdout.on('data', (text) => resolve(/listening on (\d+)/.exec(String(text))?.[1] ?? ''));
    receiver.once('exit', () => reject(new Error('the receiver ended')));
  });
  return { port, [Symbol.dispose]: () => void receiver.kill() };
}

test('the receiver hears of a secret that was opened, by the webhook of its owner', async () => {
  using tickets = await startTickets();
  const person = await system.people.customer();
  const port = await freePort();
  const { json } = await person.browser.graph(
    `mutation ($url: String!) { addWebhook(input: { url: $url, types: ["io.onceover.secret.received"] }) {
      ... on WebhookSecret { secret webhook { publicKey } } } }`,
    { url: `http://127.0.0.1:${port}/` },
  );
  const { secret, webhook } = json.data.addWebhook;
  for (const [many, key] of [secret, webhook.publicKey].entries()) {
    using _receiver = await startReceiver(key, tickets.url, port);
    const { secretKey } = await concealAs(person, 'tea');
    await system.people.visitor().post(`/api/v2/secret/${secretKey}`, { continue: 'true' });
    await eventually(() => expect(tickets.notes).toHaveLength(many + 1), { withinMs: 20_000 });
  }
  for (const { title } of tickets.notes) expect(title).toBe('Onceover: io.onceover.secret.received');
});

test('the receiver writes one note for each genuine webhook', async () => {
  using tickets = await startTickets();
  tickets.isDown = true;
  const key = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
  using receiver = await startReceiver(key, tickets.url);
  const body = '{"type":"secret.received","data":{"shortkey":"w9x8y7z6"}}';
  const send = async (id: string, signed = body) => {
    const at = new Date();
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(key).sign(id, at, signed),
    };
    return (await fetch(`http://127.0.0.1:${receiver.port}`, { method: 'POST', headers, body })).status;
  };
  expect(await send('msg_1')).toBe(503);
  tickets.isDown = false;
  expect(await send('msg_1')).toBe(204);
  expect(await send('msg_1')).toBe(204);
  expect(await send('msg_2', '{"type":"other"}')).toBe(401);
  expect(tickets.notes).toEqual([
    expect.objectContaining({ title: 'Onceover: secret.received', text: '{"shortkey":"w9x8y7z6"}' }),
  ]);
});
