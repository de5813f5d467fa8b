#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type RawData, WebSocket, WebSocketServer } from 'ws';

/**
 * The system's Firefox, as Playwright starts it. Playwright speaks WebDriver BiDi with it, and tells every new context which media
 * features to pretend, none included; Firefox does not know that command before it learns it (153 does not), and a context would not
 * open. All messages pass here unchanged but one: where no feature is to be pretended and Firefox does not know how to, it is done.
 * `FIREFOX_PATH` names the program; arguments are Firefox's.
 */
interface Command {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly features?: object | null };
}

const announced = /WebDriver BiDi listening on (ws:\/\/\S+)/;

const firefox = spawn(process.env.FIREFOX_PATH ?? 'firefox', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
});
firefox.once('error', ({ message }) => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
});
firefox.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => firefox.kill(signal));

for await (const line of createInterface({ input: firefox.stderr })) {
  const address = announced.exec(line)?.[1];
  process.stderr.write(
    address === undefined ? `${line}\n` : `WebDriver BiDi listening on ${await bridgeTo(address)}\n`,
  );
}

/** A socket on this machine that leads to the one at `address`; answers its own address. */
async function bridgeTo(address: string): Promise<string> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (playwright, { url = '/' }) => connect(playwright, `${address}${url}`));
  await new Promise((listening) => server.once('listening', listening));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the bridge has no port');
  return `ws://127.0.0.1:${bound.port}`;
}

function connect(playwright: WebSocket, address: string): void {
  const browser = new WebSocket(address, { perMessageDeflate: false });
  const opened = new Promise<void>((open) => browser.once('open', () => open()));
  const pretendsNothing = new Set<number>();
  playwright.on('message', (data) => {
    const { id, method, params }: Command = JSON.parse(`${data}`);
    const isNothing = Object.values(params?.features ?? {}).every((feature) => feature === null);
    if (id !== undefined && method === 'emulation.setMediaFeaturesOverride' && isNothing) pretendsNothing.add(id);
    void opened.then(() => browser.send(`${data}`));
  });
  browser.on('message', (data) => playwright.send(answer(data, pretendsNothing)));
  playwright.once('close', () => browser.close());
  browser.once('close', () => playwright.close());
  browser.once('error', () => playwright.close());
}

function answer(data: RawData, pretendsNothing: Set<number>): string {
  const text = `${data}`;
  if (pretendsNothing.size === 0) return text;
  const { id, error }: { readonly id?: number; readonly error?: string } = JSON.parse(text);
  if (id === undefined || !pretendsNothing.delete(id) || error !== 'unknown command') return text;
  return JSON.stringify({ type: 'success', id, result: {} });
}
