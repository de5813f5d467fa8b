import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installCommand, type OnceoverCommand } from '../../support/onceover-command.ts';
import { onTerminal, type PseudoTerminal } from '../../support/pseudo-terminal.ts';
import { systemOfThisFile } from '../support/system.ts';

const system = systemOfThisFile();
let command: OnceoverCommand;
beforeAll(async () => {
  command = await installCommand();
});
afterAll(() => command[Symbol.dispose]());

const CANARY = 'canary-plum-4711';
const onceover = () => `"${command.node}" "${command.file}"`;
const env = (more: Readonly<Record<string, string>> = {}) => ({
  ...command.env,
  ONCEOVER_URL: system.url,
  TERM: 'xterm',
  ...more,
});
const type = (line: string, more: Readonly<Record<string, string>> = {}): PseudoTerminal => onTerminal(line, env(more));
const linkIn = (shown: string) => /http:\/\/\S+\/secret\/[0-9a-z]{31}/.exec(shown)?.[0] ?? '';
const open = (link: string) => command.print(['open', link], { env: env() });
const share = async (input: string, ...args: readonly string[]) =>
  (await command.print(['share', '--quiet', ...args], { input, env: env() })).trim();

test('a secret that is typed is not shown', async () => {
  const terminal = type(`${onceover()} share`);
  await terminal.press('Secret: ', `${CANARY}x\u007f\r`);
  const { code, shown } = await terminal.ended;
  expect(code).toBe(0);
  expect(shown).not.toContain('canary');
  expect(await open(linkIn(shown))).toBe(CANARY);
});

test('several lines can be pasted', async () => {
  const terminal = type(`${onceover()} share --quiet`);
  await terminal.press('Secret: ', '\u001b[200~one\rtwo\r\u001b[201~\r');
  const { shown } = await terminal.ended;
  expect(await open(linkIn(shown))).toBe('one\ntwo\n');
});

test('a passphrase is asked on the terminal while the secret comes through a pipe', async () => {
  const sharing = type(`printf tea | ${onceover()} share --quiet --passphrase`);
  await sharing.press('Passphrase: ', `${CANARY}\r`);
  await sharing.press('Confirm passphrase: ', `${CANARY}\r`);
  const shared = await sharing.ended;
  expect(shared.shown).not.toContain(CANARY);
  const opening = type(`${onceover()} open ${linkIn(shared.shown)}`);
  await opening.press('Passphrase: ', 'pear\r');
  await opening.press('The passphrase is wrong. Try again.', '');
  await opening.press('Passphrase: ', `${CANARY}\r`);
  const opened = await opening.ended;
  expect(opened.code).toBe(0);
  expect(opened.shown).toMatch(/tea\r\n$/);
  expect(opened.shown).not.toContain(CANARY);
});

test('two passphrases that differ share nothing', async () => {
  const terminal = type(`printf tea | ${onceover()} share --passphrase`);
  await terminal.press('Passphrase: ', 'plum\r');
  await terminal.press('Confirm passphrase: ', 'pear\r');
  const { code, shown } = await terminal.ended;
  expect(code).toBe(2);
  expect(shown).toContain('The passphrases differ. Nothing was shared.');
});

const asBefore = (shown: string) => new Set([...shown.matchAll(/modes (\S+)/g)].map(([, modes]) => modes)).size === 1;
const measured = (line: string) => `echo "modes $(stty -g)"; ${line}; echo "code $?"; echo "modes $(stty -g)"`;

test('Ctrl-C at a prompt leaves the terminal as it was, and exits with 130', async () => {
  const terminal = type(measured(`${onceover()} share`));
  await terminal.press('Secret: ', 'canary\u0003');
  const { shown } = await terminal.ended;
  expect(shown).toContain('code 130');
  expect(shown.match(/modes /g)).toHaveLength(2);
  expect(asBefore(shown)).toBe(true);
  expect(shown).toContain('\u001b[?2004l');
});

test('a command that is ended at a prompt leaves the terminal as it was', async () => {
  const terminal = type(measured(`sh -c 'echo "process $$."; exec ${onceover()} share'`));
  await terminal.press('Secret: ', 'canary');
  process.kill(Number(/process (\d+)\./.exec(terminal.shown)?.[1]), 'SIGTERM');
  const { shown } = await terminal.ended;
  expect(shown).toContain('code 143');
  expect(asBefore(shown)).toBe(true);
});

test('a terminal executes nothing of a secret, unless it is asked to', async () => {
  const hostile = 'a\u001b]0;owned\u0007b\u009b31mc\rd';
  const shown = (await type(`${onceover()} open ${await share(hostile)}`).ended).shown;
  expect(shown).toContain('a␛]0;owned␇b<U+009B>31mc␍d\r\n');
  expect(shown).toContain('Control characters are shown as symbols');
  const raw = (await type(`${onceover()} open --raw ${await share(hostile)}`).ended).shown;
  expect(raw).toContain(hostile);
  expect(raw).not.toContain('Control characters');
});

test('an API token is asked for, and a wrong one refused', async () => {
  const terminal = type(`${onceover()} login`);
  await terminal.press('Email: ', 'nina@example.com\r');
  await terminal.press('API token: ', `${CANARY}\r`);
  const { code, shown } = await terminal.ended;
  expect(code).toBe(3);
  expect(shown).toContain('Email: nina@example.com');
  expect(shown).not.toContain(CANARY);
});

test('a link is copied by the program of the desktop, or by the terminal', async () => {
  const programs = path.join(command.home, 'programs');
  mkdirSync(programs);
  const copied = path.join(command.home, 'copied');
  writeFileSync(path.join(programs, 'wl-copy'), `#!/bin/sh\ncat > "${copied}"\n`);
  chmodSync(path.join(programs, 'wl-copy'), 0o755);
  const desktop = { WAYLAND_DISPLAY: 'wayland-0', PATH: `${programs}:${command.env.PATH}` };
  const { shown } = await type(`printf tea | ${onceover()} share --quiet --copy`, desktop).ended;
  expect(shown).toContain('The link was copied with wl-copy.');
  expect(readFileSync(copied, 'utf8')).toBe(linkIn(shown));
  const remote = await type(`printf tea | ${onceover()} share --quiet --copy`, { ...desktop, SSH_TTY: '/dev/pts/9' })
    .ended;
  expect(remote.shown).toContain(`\u001b]52;c;${btoa(linkIn(remote.shown))}\u0007`);
  expect(remote.shown).toContain('copied with OSC 52');
});
