import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServiceName } from '@onceover/schema/internal/catalog';
import { freePorts, type SplitSystem, spawnSplit } from '../support/spawn-split.ts';
import { temporaryPlace } from '../support/temporary-place.ts';
import { ProofPostgres } from './servers/postgres.ts';
import { ServerProcess } from './servers/server-process.ts';

/** An email that the mail server has acknowledged. */
export interface Received {
  readonly to: string;
  readonly messageId: string;
}

/** The whole distributed product, and each server that it needs as a process that can be stopped. */
export interface ProofPlace extends AsyncDisposable {
  readonly split: SplitSystem;
  readonly postgres: ProofPostgres;
  readonly smtp: ServerProcess;
  readonly dns: ServerProcess;
  /** Where emails are put as `.eml` files. */
  readonly mailDir: string;
  /** All emails so far, oldest first. */
  received(): readonly Received[];
  /** Sets a record in the DNS, for as long as the place stands. */
  publish(name: string, text: string): Promise<void>;
}

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Starts all of it; `counts` says how many processes of each service. */
export async function openProofPlace(counts: Partial<Record<ServiceName, number>>): Promise<ProofPlace> {
  await using stack = new AsyncDisposableStack();
  const { path: directory } = stack.use(temporaryPlace());
  const at = (name: string) => path.join(directory, name);
  const [smtpPort, dnsPort] = await freePorts(2);
  const mailDir = at('received');
  const zone = zoneIn(at('zone.json'));
  const server = (main: string, ...words: readonly string[]) => {
    return stack.use(new ServerProcess({ main: here(main), words, up: /is up/ }));
  };
  const postgres = stack.use(new ProofPostgres(at('postgres')));
  const smtp = server('servers/smtp-main.ts', `${smtpPort}`, mailDir);
  const dns = server('servers/dns-main.ts', `${dnsPort}`, zone.file);
  await Promise.all([postgres.start(), smtp.start(), dns.start()]);
  const envOf = {
    accounts: { ONCEOVER_DNS_SERVERS: `127.0.0.1:${dnsPort}` },
    notifications: { ONCEOVER_SMTP_URL: `smtp://127.0.0.1:${smtpPort}` },
  };
  const split = stack.use(await spawnSplit({ database: postgres.address, counts, envOf }));
  const owned = stack.move();
  stopWhenAsked(owned);
  return {
    split,
    postgres,
    smtp,
    dns,
    mailDir,
    received: () => readReceived(path.join(mailDir, 'received.jsonl')),
    async publish(name, text) {
      zone.set(name, text);
      await dns.tell('read');
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Ctrl-C leaves nothing behind. */
function stopWhenAsked(stack: AsyncDisposableStack): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void stack.disposeAsync().finally(() => process.exit(130)));
  }
}

/** The records of the DNS, in a file that outlives its server. */
function zoneIn(file: string) {
  const records = new Map<string, string>();
  const write = () => writeFileSync(file, JSON.stringify(Object.fromEntries(records)));
  write();
  return {
    file,
    set(name: string, text: string) {
      records.set(name, text);
      write();
    },
  };
}

/** A line that is being written has no end yet. */
function readReceived(file: string): readonly Received[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Received);
}
