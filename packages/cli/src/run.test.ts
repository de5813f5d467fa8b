import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readEnvironment } from './config.ts';
import { ProfileFiles } from './keeping/profiles.ts';
import { run } from './run.ts';

const CANARY = 'canary-plum-4711';

async function typed(argv: readonly string[], env: Record<string, string> = {}, input: readonly string[] = []) {
  let printed = '';
  let told = '';
  const environment = readEnvironment({ HOME: '/nowhere', PATH: '', ...env }, 'linux');
  const code = await run(argv, {
    environment,
    stdin: Readable.from(input.map((line) => Buffer.from(line))),
    keyboard: { ask: () => Promise.reject(new Error('nobody is there to ask')) },
    output: {
      isTerminal: false,
      isErrorTerminal: false,
      print: async (text) => {
        printed += text;
      },
      tell: (text) => {
        told += `${text}\n`;
      },
    },
    files: new ProfileFiles(environment.configDir, 'linux'),
    keyStore: undefined,
    version: '1.2.3',
    untilStopped: () => new AbortController().signal,
  });
  return { code, printed, told };
}

test.each([
  [['share', CANARY], /^onceover: A secret is never an argument/],
  [['generate', CANARY], /^onceover: A secret is never an argument/],
  [['share', `--passphrase=${CANARY}`], /^onceover: There is no such option/],
  [['share', `--${CANARY}`], /^onceover: There is no such option/],
  [['share', '--ttl', CANARY], /^onceover: The value of --ttl is not understood\. A lifetime is/],
  [
    ['share', '--timeout', CANARY],
    /^onceover: The value of --timeout is not understood\. Write a whole number from 1 to 600\./,
  ],
  [
    ['login', '--store', CANARY],
    /^onceover: The value of --store is not understood\. Allowed choices are system, file\./,
  ],
  [['share', '--file'], /^onceover: The option --file needs a value\./],
  [[CANARY], /^onceover: There is no such command/],
  [['open'], /^onceover: The link is missing/],
  [['open', CANARY], /^onceover: This is not the link of a secret/],
  [['open', 'https://once.example/private/p3s8g1y6e4u9a2l7i0o5x3w8q6d1z4k'], /^onceover: This is the private link/],
  [['burn', 'https://once.example/secret/p3s8g1y6e4u9a2l7i0o5x3w8q6d1z4k'], /^onceover: This is the share link/],
  [['open', 'x', CANARY], /^onceover: There are too many arguments/],
  [[], /^onceover: A command is missing/],
  [['generate'], /^onceover: Which server\?/],
  [['generate', '--url', 'http://once.example'], /^onceover: Over http anybody on the way/],
  [
    ['events', '--after', CANARY],
    /^onceover: The value of --after is not understood\. Write the position that the command printed/,
  ],
  [['events', '--limit', '0'], /^onceover: The value of --limit is not understood\./],
  [['events', '--after', '1', '--state', CANARY], /^onceover: Give --after or --state, not both/],
  [['events', '--state', '/'], /^onceover: The file of --state cannot be read \(EISDIR\)/],
  [['generate', '--url', CANARY], /^onceover: The address of a server begins with https/],
  [['generate', '--profile', 'work'], /^onceover: There is no profile work/],
  [['generate', '--profile', 'work', '--url', 'https://once.example'], /^onceover: Give --url or --profile, not both/],
])('onceover %s is refused in one sentence, without what was typed', async (argv, sentence) => {
  const { code, printed, told } = await typed(argv);
  expect(code).toBe(2);
  expect(printed).toBe('');
  expect(told).toMatch(sentence);
  expect(told).not.toContain(CANARY);
  expect(told.trim().split('\n')).toHaveLength(1);
});

test('programs get a refusal as JSON', async () => {
  const { told } = await typed(['generate', '--json']);
  expect(JSON.parse(told)).toEqual({ error: { code: 'usage', message: expect.stringContaining('Which server?') } });
});

test('listing needs an API token', async () => {
  const { code, told } = await typed(['list'], { ONCEOVER_URL: 'https://once.example' });
  expect(code).toBe(3);
  expect(told).toContain('Sign in with: onceover login');
});

test('events need an API token, and the scope is named', async () => {
  const { code, told } = await typed(['events'], { ONCEOVER_URL: 'https://once.example' });
  expect(code).toBe(3);
  expect(told).toContain('events-read');
});

test('where an API token is made is said when an empty one was given', async () => {
  const argv = ['login', '--url', 'https://once.example', '--custid', 'nina@example.com'];
  const { code, told } = await typed(argv, {}, [' \n']);
  expect(code).toBe(2);
  expect(told).toContain('/account/programs');
});

test('help and version are no failures', async () => {
  expect(await typed(['--version'])).toEqual({ code: 0, printed: '1.2.3\n', told: '' });
  const { code, printed } = await typed(['share', '--help']);
  expect(code).toBe(0);
  expect(printed).toContain('--ttl <lifetime>');
  expect((await typed(['--help'])).printed).toContain('Exit codes:');
});
