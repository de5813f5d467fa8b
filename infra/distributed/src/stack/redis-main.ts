import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as rest } from 'node:timers/promises';

/*
 * A Redis for one machine, on loopback, that keeps nothing on disk, as a process of the stack: it says when it is up, and ends
 * with whoever started it.
 *
 *   node redis-main.ts PORT    (REDIS_SERVER names the program)
 */
const port = Number(process.argv[2]);
const program = process.env.REDIS_SERVER || 'redis-server';
const LINES = ['bind 127.0.0.1', `port ${port}`, 'save ""', 'appendonly no', 'maxmemory-policy noeviction'];
const PATIENCE_MS = 10_000;

const server = spawn(program, ['-'], { stdio: ['pipe', 'ignore', 'ignore'] });
const ended = new Promise<string>((resolve) => {
  server.once('error', (error) => resolve(error.message));
  server.once('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
});
server.stdin.on('error', () => undefined);
server.stdin.end(`${LINES.join('\n')}\n`);

let isAsked = false;
const stop = () => {
  isAsked = true;
  server.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
process.channel?.unref();
process.once('disconnect', stop);

void ended.then((how) => {
  if (!isAsked) {
    process.stderr.write(
      `redis-server has ended (${how}). Install Redis 7 or newer (on Debian: apt-get install redis-server), free port ${port}, or name a Redis in ONCEOVER_REDIS_URL.\n`,
    );
  }
  process.exit(isAsked ? 0 : 1);
});

const deadline = performance.now() + PATIENCE_MS;
while (!(await answers())) {
  if (performance.now() > deadline) stop();
  await rest(50);
}
process.stdout.write(`redis is up: 127.0.0.1:${port}\n`);

async function answers(): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    socket.write('PING\r\n');
    const [answer] = await once(socket, 'data');
    return String(answer).startsWith('+PONG');
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
