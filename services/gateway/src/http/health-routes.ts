import { liveAnswer, type Readiness, readinessAnswer } from '@onceover/service-kit/lifecycle';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SecurityHeaders } from './security-headers.ts';
import { send } from './send.ts';

/** `/health/live`: the process answers. `/health/ready`: it can do its work; otherwise 503 and the reason. */
export function addHealthRoutes(
  app: FastifyInstance,
  readiness: () => Promise<Readiness>,
  { api }: SecurityHeaders,
): void {
  const tell = (request: FastifyRequest, reply: FastifyReply, { status, body }: typeof liveAnswer) =>
    send(request, reply, { status, headers: api, body: JSON.stringify(body) });
  app.get('/health/live', (request, reply) => tell(request, reply, liveAnswer));
  app.get('/health/ready', async (request, reply) => tell(request, reply, readinessAnswer(await readiness())));
}
