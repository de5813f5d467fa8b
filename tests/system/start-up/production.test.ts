import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { spawnSystem } from '../../support/spawn-system.ts';
import { type TemporaryPlace, temporaryPlace } from '../../support/temporary-place.ts';

const production = { ONCEOVER_SITE_HOST: 'once.example', ONCEOVER_RATE_LIMITS: 'on' };
let place: TemporaryPlace;

beforeEach(() => {
  place = temporaryPlace();
});

afterEach(() => {
  place[Symbol.dispose]();
});

describe('a process of production', () => {
  test.each(['--inspect=0', '--heapsnapshot-signal=SIGUSR2', '--abort-on-uncaught-exception'])(
    'does not start with %s',
    async (option) => {
      for (const given of [{ nodeArgs: [option] }, { env: { NODE_OPTIONS: option } }]) {
        await using system = spawnSystem({ ...place, nodeArgs: [], ...given, env: { ...production, ...given.env } });
        const { code, output } = await system.ended;
        expect(code).toBe(1);
        expect(output).toContain(`${option.split('=', 1)[0]} `);
        expect(output).toContain('start without it');
        expect(existsSync(place.keysDir)).toBe(false);
      }
    },
  );

  test('is not opened by SIGUSR1', async () => {
    await using system = spawnSystem({ ...place, env: production });
    await system.ready;
    system.signal('SIGUSR1');
    await sleep(500);
    expect(system.output).not.toContain('Debugger listening');
    system.signal('SIGTERM');
    expect((await system.ended).code).toBe(0);
  });
});

test('on loopback a debugger may be used', async () => {
  await using system = spawnSystem({ ...place, env: { NODE_OPTIONS: '--inspect=0' } });
  await system.ready;
  expect(system.output).toContain('Debugger listening');
});
