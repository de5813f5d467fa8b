import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { startPostgresServer } from '@onceover/postgres-server';
import { startDnsServer } from '@onceover/testing/dns-server';
import { FORGETFUL } from '@onceover/testing/server-settings';
import { BOUNCE_TOKEN } from './hand-in-bounce.ts';
import { profile } from './profile.ts';
import { startBacking } from './split-backing.ts';
import { startSystem } from './start-system.ts';
import { temporaryPlace } from './temporary-place.ts';

/**
 * The system under test as its own process: Playwright reads its first line, and ends it by closing its input.
 * Beside the product's address it opens a control address for what the product does not offer: ending a lifetime, a
 * record in the DNS, the accounts command line, waiting until every service has caught up.
 */
const place = temporaryPlace();
const postgres = await startPostgresServer({ dataDir: path.join(place.path, 'postgres'), settings: FORGETFUL });
const dns = await startDnsServer();
const backing = profile === 'distributed' ? await startBacking() : undefined;
const env = {
  ONCEOVER_DNS_SERVERS: dns.address,
  ONCEOVER_INCOMING_RECIPIENT: 'support@example.com',
  ONCEOVER_POLICIES: 'drafts',
  ONCEOVER_BOUNCE_TOKEN: BOUNCE_TOKEN,
  ONCEOVER_WEBHOOK_ALLOWED_HOSTS: 'http://127.0.0.1',
};
const system = await startSystem({ database: postgres.address, env, ...(backing && { backing }) });

const actions: Readonly<Record<string, (query: URLSearchParams) => unknown>> = {
  '/expire': (query) => system.tables.expireNow(query.get('short') ?? ''),
  '/drain': () => system.drain(),
  '/accounts': (query) => system.runAccounts(query.getAll('argument')),
  '/addresses': (query) => dns.setAddresses(query.get('name') ?? '', ...query.getAll('value')),
  '/txt': (query) => dns.setTxt(query.get('name') ?? '', ...query.getAll('value')),
};

const control = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://control');
  const end = (status: number) => response.writeHead(status).end();
  const act = actions[pathname];
  if (request.method !== 'POST' || act === undefined) return end(404);
  Promise.resolve(searchParams)
    .then(act)
    .then(
      () => end(204),
      () => end(409),
    );
});
await new Promise<void>((listening) => control.listen(0, '127.0.0.1', listening));
const { port } = control.address() as AddressInfo;

const addresses = { url: system.url, control: `http://127.0.0.1:${port}`, mailDir: system.mailDir };
process.stdout.write(`${JSON.stringify(addresses)}\n`);

process.stdin.resume();
async function stop(): Promise<void> {
  control.close();
  await system[Symbol.asyncDispose]();
  await backing?.[Symbol.asyncDispose]();
  await dns[Symbol.asyncDispose]();
  await postgres[Symbol.asyncDispose]();
  place[Symbol.dispose]();
  process.exit(0);
}

process.stdin.once('end', () => void stop());
