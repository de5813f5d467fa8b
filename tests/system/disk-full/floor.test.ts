import { expect, test } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { spawnSystem } from '../../support/spawn-system.ts';
import { temporaryPlace } from '../../support/temporary-place.ts';

test('below the floor of free disk space nothing new is stored, with an answer that says when to come back', async () => {
  using place = temporaryPlace();
  await using system = spawnSystem({ ...place, env: { ONCEOVER_MIN_FREE_MEGABYTES: '1000000' } });
  using client = new ApiClient(await system.ready);
  const refused = await client.post('/api/v2/secret/conceal', { secret: 'x', ttl: '3600' });
  expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
  expect(refused.body.message).toBe("We'll be back shortly!");
  expect((await client.get('/health/ready')).status).toBe(200);
});
