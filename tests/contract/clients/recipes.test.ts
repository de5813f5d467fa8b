import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { eventually } from '@onceover/testing/eventually';
import { freePort } from '@onceover/testing/free-port';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { canaryScan } from '../../support/canary-scan.ts';
import { ask, post } from '../../support/http.ts';
import type { Person } from '../../support/people.ts';
import { textOf } from '../../support/run-command.ts';
import { temporaryPlace } from '../../support/temporary-place.ts';
import { systemOfThisFile } from '../support/system.ts';
import { linkOfCipp, linkOfZendesk } from './recipes/nested-apps.ts';
import { type Chapter, chaptersWithCode } from './recipes/page.ts';
import { runPowerShell } from './recipes/powershell.ts';
import { applyTerraform } from './recipes/terraform.ts';
import { runWorkflow } from './recipes/workflow.ts';

const system = systemOfThisFile();
/** The host of the recipes that are settings of another program. */
const HOST = 'once.example.com';
const PASSWORD = 'canary & "password" + ☕';

/** What the reader of the page has: a folder, an account, and its variables. */
interface Reader {
  readonly place: string;
  readonly person: Person;
  readonly env: Readonly<Record<string, string>>;
}

/** Types a block of shell, and resolves with what it printed. */
async function typed(block: string, { place, env }: Reader, more: Readonly<Record<string, string>> = {}) {
  const child = spawn('sh', ['-e', '-c', block], {
    cwd: place,
    env: { ...env, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { code, text } = await textOf(child);
  expect(`exit ${code}: ${text}`).toMatch(/^exit 0/);
  return text;
}

const keyOf = (link: unknown) => String(link).trim().split('/').at(-1) ?? '';

/** What a link of this server opens to. */
async function opened(link: unknown): Promise<unknown> {
  expect(String(link).trim()).toMatch(new RegExp(`^${system.url}/secret/[0-9a-z]{31}$`));
  const { json } = await post(system.url, `/api/v2/secret/${keyOf(link)}`, { continue: 'true' });
  return json.record?.secret_value;
}

/** The lifetimes of the secrets of an account, in seconds. */
async function lifetimesOf({ browser }: Person): Promise<readonly number[]> {
  await system.drain();
  const { json } = await browser.get('/api/v2/private/recent');
  return json.records.map(({ secret_ttl }: { secret_ttl: number }) => secret_ttl);
}

/** Puts a program of this name on the path of a reader. */
function program({ place }: Reader, name: string, text: string): void {
  const file = path.join(place, 'programs', name);
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
}

const runners: Readonly<Record<string, (chapter: Chapter, reader: Reader) => Promise<void>>> = {
  async 'Which API'(chapter, reader) {
    const shared = JSON.parse(await typed(chapter.take('sh'), reader));
    expect(shared).toMatchObject({ custid: reader.person.email, state: 'new', ttl: 3600 });
    expect(await opened(`${system.url}/secret/${shared.secret_key}`)).toBe('tea at 5?');
  },

  async curl(chapter, reader) {
    expect(await opened(await typed(chapter.take('sh'), reader))).toMatch(/^[A-Za-z0-9+/]{24}$/);
    expect(await typed(chapter.take('sh'), reader)).toBe('');
    expect(statSync(path.join(reader.place, 'once.netrc')).mode & 0o777).toBe(0o600);
    await using scan = canaryScan(path.join(reader.place, 'programs'));
    const link = await typed(chapter.take('sh'), reader);
    const { processes } = await scan.found();
    const ofCurl = processes.split('\n').filter((text) => text.includes('--data-urlencode') && text.startsWith('curl'));
    expect(ofCurl).not.toEqual([]);
    for (const hidden of [PASSWORD, reader.env.ONCE_TOKEN]) expect(ofCurl.join()).not.toContain(hidden);
    expect((await system.people.mailTo('tom@example.com')).text).toContain(link.trim());
    expect(await lifetimesOf(reader.person)).toEqual([86_400]);
    expect(await typed(chapter.take('sh'), reader)).toBe('new\nburned\n');
    const { json } = await post(system.url, '/api/v2/secret/conceal', { secret: PASSWORD });
    expect(await typed(chapter.take('sh'), reader, { LINK: json.record.metadata.share_url })).toBe(PASSWORD);
  },

  async PowerShell(chapter, { env, person }) {
    expect(await opened(await runPowerShell(chapter.take('powershell'), { env }))).toBe(PASSWORD);
    expect(await lifetimesOf(person)).toEqual([3600]);
  },

  async 'GitHub Actions'(chapter, { place, env, person }) {
    const posts: string[] = [];
    const chat = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      request.on('end', () => {
        posts.push(body);
        response.end();
      });
    });
    await new Promise<void>((resolve) => void chat.listen(0, '127.0.0.1', resolve));
    using _chat = { [Symbol.dispose]: () => void chat.close() };
    const { PATH = '', ONCE_URL = '', ONCE_CUSTID = '', ONCE_TOKEN = '' } = env;
    const workflow = chapter.take('yaml');
    const chatUrl = `http://127.0.0.1:${(chat.address() as AddressInfo).port}/`;
    const given = { place, env: { PATH }, vars: { ONCE_URL, ONCE_CUSTID } };
    const { log, isSuccess } = await runWorkflow(workflow, { ...given, secrets: { ONCE_TOKEN, CHAT_URL: chatUrl } });
    expect({ log, isSuccess }).toEqual({ log: expect.stringContaining('Sending ***'), isSuccess: true });
    const [, link] = /^Your new password, once: (\S+)$/.exec(JSON.parse(posts[0] ?? '').text) ?? [];
    expect(log).not.toContain(keyOf(link));
    const password = String(await opened(link));
    expect(password).toMatch(/^[A-Za-z0-9+/]{24}$/);
    expect(log).not.toContain(password);
    expect(await lifetimesOf(person)).toEqual([86_400]);
    const refused = await runWorkflow(workflow, { ...given, secrets: { ONCE_TOKEN: 'wrong', CHAT_URL: chatUrl } });
    expect(refused).toEqual({ log: expect.stringContaining('Not authorized'), isSuccess: false });
    expect(posts).toHaveLength(1);
  },

  async Ansible(chapter, { place, env, person }) {
    const { FOREIGN_CLIENTS } = process.env;
    if (!FOREIGN_CLIENTS) throw new Error('There is no Ansible: npm test installs it, for FOREIGN_CLIENTS.');
    writeFileSync(path.join(place, 'share.yml'), chapter.take('yaml'));
    const child = spawn(path.join(path.dirname(FOREIGN_CLIENTS), 'ansible-playbook'), ['share.yml'], {
      cwd: place,
      env: { ...env, LC_ALL: 'C.UTF-8', ANSIBLE_LOCALHOST_WARNING: 'false' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { code, text } = await textOf(child);
    expect(`exit ${code}: ${text}`).toMatch(/^exit 0/);
    const kept = path.join(place, 'link.txt');
    const link = readFileSync(kept, 'utf8');
    expect(statSync(kept).mode & 0o777).toBe(0o600);
    for (const hidden of [PASSWORD, keyOf(link), env.ONCE_TOKEN]) expect(text).not.toContain(hidden);
    expect(await opened(link)).toBe(PASSWORD);
    expect(await lifetimesOf(person)).toEqual([86_400]);
  },

  async Terraform(chapter, { place, env, person }) {
    const [configuration, program] = [chapter.take('hcl'), chapter.take('sh')];
    writeFileSync(path.join(place, 'share.sh'), program);
    const apply = (vars: Readonly<Record<string, string | boolean>>) =>
      applyTerraform(configuration, { place, env, vars });
    expect(await apply({ password: PASSWORD })).toEqual({ link: { value: null, sensitive: true } });
    expect(await lifetimesOf(person)).toEqual([]);
    const { link } = await apply({ password: PASSWORD, share: true });
    expect(link?.sensitive).toBe(true);
    expect(await opened(link?.value)).toBe(PASSWORD);
    expect(await lifetimesOf(person)).toEqual([86_400]);
    await expect(apply({ password: '', share: true })).rejects.toThrow('You did not provide anything to share');
  },

  async Slack(chapter, { place, env, person }) {
    const file = path.join(place, 'slack.mjs');
    writeFileSync(file, chapter.take('js'));
    const port = await freePort();
    const key = 'canary-signing-secret';
    const server = spawn(process.execPath, [file], { env: { ...env, SLACK_SIGNING_SECRET: key, PORT: String(port) } });
    using _server = { [Symbol.dispose]: () => void server.kill() };
    const url = `http://127.0.0.1:${port}`;
    await eventually(() => ask(url, '/'), { withinMs: 20_000 });
    const type = (text: string, { at = Math.floor(Date.now() / 1000), by = key } = {}) => {
      const body = new URLSearchParams({ command: '/secret', text, user_id: 'U1' }).toString();
      const signature = `v0=${createHmac('sha256', by).update(`v0:${at}:${body}`).digest('hex')}`;
      return post(
        url,
        '/',
        { command: '/secret', text, user_id: 'U1' },
        {
          'x-slack-request-timestamp': String(at),
          'x-slack-signature': signature,
        },
      );
    };
    const { status, json } = await type(PASSWORD);
    expect({ status, json }).toEqual({ status: 200, json: { response_type: 'ephemeral', text: expect.any(String) } });
    expect(await opened(json.text)).toBe(PASSWORD);
    expect((await type('')).json.text).toBe('Not shared: You did not provide anything to share');
    expect((await type(PASSWORD, { by: 'another' })).status).toBe(401);
    expect((await type(PASSWORD, { at: Math.floor(Date.now() / 1000) - 600 })).status).toBe(401);
    expect((await ask(url, '/', { body: 'text=tea' })).status).toBe(401);
    expect(await lifetimesOf(person)).toEqual([3600]);
  },

  async Zendesk(chapter, reader) {
    const original = path.join(reader.place, 'original');
    mkdirSync(path.join(original, 'assets'), { recursive: true });
    writeFileSync(
      path.join(original, 'assets', 'iframe.html'),
      "var REGIONS = {\n  us: { host: 'us.onetimesecret.com', name: 'United States' },\n" +
        "  eu: { host: 'eu.onetimesecret.com', name: 'European Union' }\n};\n",
    );
    const domainWhitelist = ['onetimesecret.com', 'us.onetimesecret.com', 'eu.onetimesecret.com'];
    writeFileSync(path.join(original, 'manifest.json'), JSON.stringify({ domainWhitelist }, undefined, 2));
    program(
      reader,
      'git',
      'test "$*" = "clone https://github.com/onetimesecret/zendesk-app" && cp -r original zendesk-app',
    );
    program(reader, 'zcli', 'test "$*" = "apps:package ." && cp -r . ../packaged');
    await typed(chapter.take('sh'), reader);
    const packaged = (file: string) => readFileSync(path.join(reader.place, 'packaged', file), 'utf8');
    const { apiUsername, apiKey, ...settings } = parse(chapter.take('yaml'));
    expect([apiUsername, apiKey]).toEqual(['desk@example.com', 'API token of this account']);
    const own = { apiUsername: reader.person.email, apiKey: reader.env.ONCE_TOKEN ?? '', ...settings };
    const files = { iframe: packaged('assets/iframe.html'), manifest: packaged('manifest.json') };
    const link = await linkOfZendesk(own, files, PASSWORD, { url: system.url, host: HOST });
    expect(await opened(link)).toBe(PASSWORD);
    expect(await lifetimesOf(reader.person)).toEqual([86_400]);
  },

  async CIPP(chapter, { person, env }) {
    const { EmailAddress, APIKey, ...settings } = parse(chapter.take('yaml'));
    expect([EmailAddress, APIKey]).toEqual(['cipp@example.com', 'API token of this account']);
    const own = { EmailAddress: person.email, APIKey: env.ONCE_TOKEN ?? '', ...settings };
    const link = await linkOfCipp(own, PASSWORD, { url: system.url, host: HOST });
    expect(await opened(link.replace(`https://${HOST}`, system.url))).toBe(PASSWORD);
    expect(await lifetimesOf(person)).toEqual([86_400]);
  },
};

test.each(chaptersWithCode().map((chapter) => [chapter.heading, chapter] as const))(
  'every block below "%s" does what the page says',
  async (heading, chapter) => {
    const runner = runners[heading];
    if (runner === undefined) throw new Error(`nobody runs the code below "${heading}"`);
    using place = temporaryPlace();
    mkdirSync(path.join(place.path, 'programs'));
    const person = await system.people.customer();
    const [custid = '', token = ''] = atob((await system.people.apiToken(person)).slice('Basic '.length)).split(':');
    const env = {
      PATH: `${path.join(place.path, 'programs')}:${path.dirname(process.env.JQ ?? '/')}:${process.env.PATH}`,
      HOME: place.path,
      LANG: 'C.UTF-8',
      ONCE_URL: system.url,
      ONCE_CUSTID: custid,
      ONCE_TOKEN: token,
      PASSWORD,
    };
    await runner(chapter, { place: place.path, person, env });
    chapter.end();
  },
);

test('every recipe that can be run is on the page', () => {
  expect(chaptersWithCode().map(({ heading }) => heading)).toEqual(Object.keys(runners));
});
