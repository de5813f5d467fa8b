import { mkdtempSync, rmSync, readFileSync, readdirSync } from 'node:fs';
import { startPostgresServer } from '@onceover/postgres-server';
import pg from 'pg';
import { migrate } from '../src/adapters/postgres/migrate.ts';
import { composeParts } from '../src/compose.ts';
import { useCasesOf } from '../src/use-cases/use-cases.ts';
const dir = mkdtempSync('/tmp/bench-pg-');
const keysDir = mkdtempSync('/tmp/bench-keys-');
const server = await startPostgresServer({ dataDir: dir, settings: { fsync: process.env.FSYNC ?? 'on', track_functions: 'all' } });
const stack = new AsyncDisposableStack();
function pgCpu() { let t = 0; const children = new Map<number, number[]>(); 
  for (const d of readdirSync('/proc')) { if (!/^\d+$/.test(d)) continue; try { const s = readFileSync(`/proc/${d}/stat`, 'latin1'); const f = s.slice(s.lastIndexOf(')') + 2).split(' '); if (Number(f[1]) === server.pid || Number(d) === server.pid) t += Number(f[11]) + Number(f[12]); } catch {} } return t * 10; }
try {
  await migrate(server.address);
  const config = { keysDir, kek: undefined, epochMinutes: 15, sweepSeconds: 30, connections: 12, generatedLength: 12, anonymousMaxCharacters: 10000, anonymousMaxTtlSeconds: 604800, anonymousDefaultTtlSeconds: 604800 };
  const parts = await composeParts(config, { database: server.address }, stack);
  const u = useCasesOf(parts.ports);
  const owner = stack.adopt(new pg.Pool(server.address), p => p.end());
  const q = parts.pool; let calls = 0, busy = 0; 
  const orig = (pg.Client.prototype as any).query;
  (pg.Client.prototype as any).query = function (c: any, ...r: any[]) { if (c?.name?.startsWith?.('append')) { calls++; const t = performance.now(); const p = orig.call(this, c, ...r); p.then(() => { busy += performance.now() - t; }); return p; } return orig.call(this, c, ...r); };
  const caller = { kind: 'anonymous', network: 'n', requestId: 'r' } as const;
  const secret = 'x'.repeat(1024);
  const N = Number(process.argv[2] ?? 10000), C = 64;
  async function run(name: string, f: (i: number) => Promise<unknown>) {
    let i = 0; calls = 0; busy = 0; const t = performance.now(); const cpu = process.cpuUsage(); const p0 = pgCpu();
    await Promise.all(Array.from({ length: C }, async () => { while (i < N) await f(i++); }));
    const ms = performance.now() - t; const c = process.cpuUsage(cpu);
    console.log(name, Math.round(N / ms * 1000), '/s; node', Math.round((c.user + c.system) / N), 'us/op (sys', Math.round(c.system / N), ') pg', Math.round((pgCpu() - p0) * 1000 / N), 'us/op; appends', calls, 'avg size', (N / calls).toFixed(1), 'avg ms', (busy / calls).toFixed(1));
  }
  for (let round = 0; round < 3; round++) {
    const keys: string[] = [];
    await run('conceal', async () => { keys.push((await u.concealSecret({ kind: 'share', secret, passphrase: '', ttl: 3600, recipients: [], shareDomain: '', idempotencyKey: null }, caller)).secretKey); });
    await run('look', (i) => u.lookAtSecret(keys[i]!));
    await run('reveal', (i) => u.revealSecret({ secretKey: keys[i]!, isConfirmed: true, passphrase: '', claimToken: round === 2 ? 'abcdefghijklmnopqrstuv' + i : null }, caller));
  }
  await new Promise(r => setTimeout(r, 1500));
  console.table((await owner.query("select funcname, calls, round(total_time::numeric,0) total, round(self_time::numeric,0) self from pg_stat_user_functions order by self_time desc")).rows);
} finally {
  await stack.disposeAsync();
  await server[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true, force: true }); rmSync(keysDir, { recursive: true, force: true });
}
