import { expect, test, vi } from 'vitest';
import { ask } from '../test-support/ask.ts';
import { startTestGateway } from '../test-support/start-test-gateway.ts';

const lines = vi.hoisted((): string[] => []);
vi.mock(import('../logger.ts'), async (original) => ({
  ...(await original()),
  writeRequestLine: (line: string) => void lines.push(line),
}));

test('every request is a line with the pattern of its route, but for health checks that find nothing wrong', async () => {
  let isReady = true;
  const readiness = async () => (isReady ? { isReady } : { isReady, reason: 'sealed: no KEK' });
  await using gateway = await startTestGateway({ readiness });
  for (const path of ['/health/live', '/health/ready', '/about']) await ask(gateway.port, path);
  isReady = false;
  await ask(gateway.port, '/health/ready');
  expect(lines.map((line) => /"route":"(?<route>[^"]*)","status":(?<status>\d+)/.exec(line)?.slice(1))).toEqual([
    ['/about', '200'],
    ['/health/ready', '503'],
  ]);
});
