import { mkdtempSync, rmSync } from 'node:fs';
import { startPostgresServer } from '@onceover/postgres-server';
import { migrate } from '../src/adapters/postgres/migrate.ts';
import { composeParts } from '../src/compose.ts';
import { useCasesOf } from '../src/use-cases/use-cases.ts';
const dir = mkdtempSync('/tmp/bench-pg-');
const keysDir = mkdtempSync('/tmp/bench-keys-');
const server = await startPostgresServer({ dataDir: dir });
const stack = new AsyncDisposableStack();
try {
  await migrate(server.address);
  const config = { keysDir, kek: undefined, epochMinutes: 15, sweepSeconds: 30, connections: 12, generatedLength: 12, anonymousMaxCharacters: 10000, anonymousMaxTtlSeconds: 604800, anonymousDefaultTtlSeconds: 604800 };
  const parts = await composeParts(config, { database: server.address }, stack);
  const u = useCasesOf(parts.ports);
  const caller = { kind: 'anonymous', network: 'n', requestId: 'r' } as const;
  const secret = 'x'.repeat(1024);
  const N = Number(process.argv[2] ?? 20000), C = 64;
  async function run(name: string, f: (i: number) => Promise<unknown>) {
    let i = 0; const t = performance.now(); const cpu = process.cpuUsage();
    await Promise.all(Array.from({ length: C }, async () => { while (i < N) await f(i++); }));
    const ms = performance.now() - t; const c = process.cpuUsage(cpu);
    console.log(name, Math.round(N / ms * 1000), '/s; node cpu us/op', Math.round((c.user + c.system) / N), 'rss', Math.round(process.memoryUsage().rss / 1e6));
  }
  for (let round = 0; round < 3; round++) {
    const keys: string[] = [];
    await run('conceal', async () => { keys.push((await u.concealSecret({ kind: 'share', secret, passphrase: '', ttl: 3600, recipients: [], shareDomain: '', idempotencyKey: null }, caller)).secretKey); });
    await run('look', (i) => u.lookAtSecret(keys[i]!));
    await run('reveal', (i) => u.revealSecret({ secretKey: keys[i]!, isConfirmed: true, passphrase: '', claimToken: round === 2 ? 'abcdefghijklmnopqrstuv' + i : null }, caller));
  }
} finally {
  await stack.disposeAsync();
  await server[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true, force: true }); rmSync(keysDir, { recursive: true, force: true });
}
