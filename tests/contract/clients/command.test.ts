import { execFile } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canaryScan } from '../../support/canary-scan.ts';
import { type CommandOptions, installCommand, type OnceoverCommand } from '../../support/onceover-command.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();
let command: OnceoverCommand;
beforeAll(async () => {
  command = await installCommand();
});
afterAll(() => command[Symbol.dispose]());

const here = (options: CommandOptions = {}): CommandOptions => ({
  ...options,
  env: { ONCEOVER_URL: system.url, ...options.env },
});
const run = (args: readonly string[], options?: CommandOptions) => command.run(args, here(options));
const print = (args: readonly string[], options?: CommandOptions) => command.print(args, here(options));
const share = async (input: string | Buffer, ...args: readonly string[]) =>
  (await print(['share', '--quiet', ...args], { input })).trim();
const file = (name: string, content: string | Buffer) => {
  const target = path.join(command.home, name);
  writeFileSync(target, content);
  return target;
};

test('what was shared is opened to the byte, once', async () => {
  const secret = 'two lines,\n🫖 and no\ttrim \r\n\n';
  const link = await share(secret);
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/secret\/[0-9a-z]{31}$/);
  expect(await print(['open', link])).toBe(secret);
  const again = await run(['open', link]);
  expect(again).toMatchObject({ code: 1, stdout: '' });
  expect(again.stderr).toMatch(/^onceover: There is no such secret[^\n]*\n$/);
});

test('the line break of echo is not part of a secret, and that of a file is', async () => {
  expect(await print(['open', await share('tea at 5?\n')])).toBe('tea at 5?');
  expect(await print(['open', await share('', '--file', file('secret.txt', 'tea at 5?\n'))])).toBe('tea at 5?\n');
  expect(await print(['open', await share('tea\n', '--file', '-')])).toBe('tea\n');
  expect(await print(['open', '-'], { input: `${await share('tea')}\n` })).toBe('tea');
});

test('what cannot be shared is said, and nothing is', async () => {
  expect(await run(['share'], { input: '' })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('the secret is empty'),
  });
  const bytes = await run(['share'], { input: Buffer.from([0xff, 0xfe]) });
  expect(bytes).toMatchObject({ code: 2, stderr: expect.stringContaining('is not text in UTF-8') });
  const missing = await run(['share', '--file', path.join(command.home, 'nowhere')]);
  expect(missing).toMatchObject({ code: 2, stderr: 'onceover: The file cannot be read (ENOENT).\n' });
  const long = await run(['share'], { input: 'a'.repeat(10_001) });
  expect(long).toMatchObject({ code: 1, stdout: '' });
  expect(long.stderr).toContain('10001 characters, which is more than the server accepts');
});

test('a passphrase comes from a file or a descriptor', async () => {
  const passphrase = file('passphrase', 'plum jam\n');
  const link = await share('tea', '--passphrase-file', passphrase);
  expect(await print(['status', link])).toBe('It can still be opened. It needs a passphrase.\n');
  const wrong = await run(['open', link, '--passphrase-fd', '3'], { descriptors: ['pear\n'] });
  expect(wrong).toMatchObject({ code: 1, stderr: 'onceover: The passphrase is wrong.\n' });
  expect(await print(['open', link, '--passphrase-fd', '3'], { descriptors: ['plum jam\n'] })).toBe('tea');
});

test('where nobody can be asked for a passphrase, the command says how to give it', async () => {
  const link = await share('tea', '--passphrase-file', file('passphrase', 'plum'));
  const { code, stderr } = await run(['open', link], { isDetached: true });
  expect(code).toBe(2);
  expect(stderr).toBe(
    'onceover: There is no terminal to ask on. Give the passphrase with --passphrase-file or --passphrase-fd.\n',
  );
});

test('a generated password is told with its links, and can be burned', async () => {
  const made = JSON.parse(await print(['generate', '--json', '--ttl', '30m']));
  expect(made).toMatchObject({
    secret_ttl: 1800,
    has_passphrase: false,
    secret_value: expect.stringMatching(/^\S{12}$/),
  });
  expect(await print(['status', made.metadata_url])).toMatch(/^new: not opened yet; it can be until 20\d\d-/);
  expect(await print(['burn', made.metadata_url])).toBe('Burned. Nobody can open it any more.\n');
  expect(await print(['status', made.metadata_key])).toMatch(/^burned: deleted unread on 20\d\d-/);
  expect(await run(['burn', made.metadata_url])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('ended already'),
  });
});

test('whoever watches hears that it was opened', async () => {
  const made = JSON.parse(await print(['share', '--json'], { input: 'tea' }));
  const { promise: firstLine, resolve } = Promise.withResolvers<void>();
  const watching = print(['status', '--watch', '--interval', '1', '--json', made.metadata_url], {
    onStart: ({ stdout }) => void stdout?.once('data', () => resolve()),
  });
  await firstLine;
  await print(['open', made.share_url]);
  const lines = (await watching).trim().split('\n');
  const states = lines.map((line) => JSON.parse(line).state);
  expect([states[0], states.at(-1)]).toEqual(['new', 'received']);
});

test('a lifetime that the server does not allow is told', async () => {
  const { stdout, stderr } = await run(['share', '--ttl', '30d'], { input: 'tea' });
  expect(stdout).toContain('once, within 7 days');
  expect(stderr).toBe('The server does not allow 30 days; the link expires in 7 days.\n');
});

test('whoever signs in shares by email, lists and burns; the token stays where it belongs', async () => {
  const person = await system.people.customer();
  const [custid = '', token = ''] = atob((await system.people.apiToken(person)).slice('Basic '.length)).split(':');
  const wrong = await run(['login', '--custid', custid, '--store', 'file'], { input: 'wrong\n' });
  expect(wrong).toMatchObject({ code: 3, stderr: expect.stringContaining('does not accept') });
  const signedIn = await run(['login', '--custid', custid, '--store', 'file', '--profile', 'work'], {
    input: `${token}\n`,
  });
  expect(signedIn).toMatchObject({ code: 0, stdout: '' });
  expect(signedIn.stderr).toContain(`as ${custid}, profile work`);
  const kept = path.join(command.env.HOME ?? '', '.config', 'onceover', 'credentials.json');
  expect(statSync(kept).mode & 0o777).toBe(0o600);
  expect(readFileSync(kept, 'utf8')).toContain(token);

  const work = { env: { ONCEOVER_PROFILE: 'work', ONCEOVER_URL: '' } };
  const { stdout } = await run(['share', '--recipient', 'tom@example.com'], { input: 'tea', ...work });
  expect(stdout).toMatch(/Emailed to: {4}to\*+@e\*+\.com\n/);
  const [row] = (await print(['list', '--json'], work)).trim().split('\n');
  const { key } = JSON.parse(row ?? '');
  expect(await print(['list'], work)).toMatch(new RegExp(`^KEY .*\n${key}  new `));
  expect(await print(['burn', key, '--json'], work)).toMatch(/^{"state":"burned"/);
  expect(await run(['list', '--anonymous'], work)).toMatchObject({ code: 3 });

  await using other = await listening();
  await run(['status', `${other.url}/secret/${key}`], work);
  expect(other.authorizations).toEqual([undefined]);

  expect(await run(['logout'], work)).toMatchObject({ code: 0 });
  expect(readFileSync(kept, 'utf8')).not.toContain(token);
  expect(await run(['list'], work)).toMatchObject({ code: 2, stderr: expect.stringContaining('no profile work') });
});

/** A server that is none of ours, and notes what credentials it was sent. */
async function listening() {
  const authorizations: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    authorizations.push(request.headers.authorization);
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"Unknown secret"}');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, authorizations, [Symbol.asyncDispose]: async () => void server.close() };
}

test('a secret, its passphrase and a token leave no trace on the machine', async () => {
  const canaries = ['canary-secret-4711', 'canary-passphrase-0815'];
  await using scan = canaryScan(command.home);
  const fd = (): CommandOptions => ({ descriptors: [`${canaries[1]}\n`] });
  const args = ['--quiet', '--ttl', '61s', '--passphrase-fd', '3'];
  const link = (await print(['share', ...args], { input: `${canaries[0]}\n`, ...fd() })).trim();
  expect(await print(['open', link, '--passphrase-fd', '3'], fd())).toBe(canaries[0]);
  const wrong = await run(['login', '--custid', 'nina@example.com'], { input: 'canary-token\n' });
  expect(wrong.stderr).not.toContain('canary-token');
  const { processes, files } = await scan.found();
  // It does look at the arguments of the command while it runs.
  expect(processes).toContain('--ttl\u000061s');
  for (const canary of [...canaries, 'canary-token']) {
    expect(processes).not.toContain(canary);
    expect(files).not.toContain(canary);
  }
});

test('a proxy of the environment is used, unless the host needs none', async () => {
  const asked: string[] = [];
  const proxy = createServer();
  proxy.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    const { hostname, port } = new URL(`http://${request.url}`);
    if (hostname !== '127.0.0.1') return void socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    socket.on('error', () => onward.destroy());
    onward.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
  using _ = { [Symbol.dispose]: () => void proxy.close() };
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const env = { http_proxy: address, HTTPS_PROXY: address };
  const link = (await print(['share', '--quiet'], { input: 'tea', env })).trim();
  expect(new Set(asked)).toEqual(new Set([new URL(system.url).host]));
  await print(['open', link], { env: { ...env, NO_PROXY: 'localhost, 127.0.0.1' } });
  expect(asked).toHaveLength(1);
  const far = await run(['generate', '--url', 'https://once.invalid'], { env });
  expect(far).toMatchObject({ code: 4, stdout: '' });
  expect(asked).toContain('once.invalid:443');
});

test.each(['https://once.invalid', 'http://127.0.0.1:9'])(
  'without a connection to %s one sentence says so',
  async (url) => {
    const { code, stdout, stderr } = await run(['generate', '--url', url]);
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr).toMatch(/^onceover: \S+ cannot be reached.*\. Check the connection and the address\.\n$/);
  },
);

test('whoever stops reading ends the command without a word', async () => {
  const line = `"${command.node}" "${command.file}" share 2>errors | true; echo "\${PIPESTATUS[0]}"; cat errors`;
  const { promise, resolve } = Promise.withResolvers<string>();
  const env = { ...command.env, ONCEOVER_URL: system.url };
  const shell = execFile('bash', ['-c', line], { env, cwd: command.home }, (_error, stdout) => resolve(stdout));
  shell.stdin?.end('tea');
  expect(await promise).toBe('141\n');
});
