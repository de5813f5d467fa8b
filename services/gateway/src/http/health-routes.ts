import type { Readiness } from '@onceover/service-kit/lifecycle';
import type { FastifyInstance } from 'fastify';
import type { SecurityHeaders } from './security-headers.ts';
import { send } from './send.ts';

/** `/health/live`: the process answers. `/health/ready`: it can do its work; otherwise 503 and the reason. */
export function addHealthRoutes(
  app: FastifyInstance,
  readiness: () => Promise<Readiness>,
  { api }: SecurityHeaders,
): void {
  app.get('/health/live', (request, reply) =>
    send(request, reply, { status: 200, headers: api, body: '{"status":"live"}' }),
  );
  app.get('/health/ready', async (request, reply) => {
    const { isReady, reason } = await readiness();
    const body = JSON.stringify(isReady ? { status: 'ready' } : { status: 'not ready', reason: reason ?? 'not ready' });
    send(request, reply, { status: isReady ? 200 : 503, headers: api, body });
  });
}
