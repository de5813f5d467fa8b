import type { FastifyInstance } from 'fastify';
import type { GatewayReply } from './gateway-request.ts';

/** For requests that wait for something. */
export interface RequestEnds {
  /** Aborted when the client has gone or has its answer, or when the server stops. */
  of(reply: GatewayReply): AbortSignal;
}

/** One signal for each request that asks for it, and none that outlives it: what lives as long as the server would remember them all. */
export function requestEnds(app: FastifyInstance): RequestEnds {
  const open = new Set<AbortController>();
  app.addHook('preClose', async () => {
    for (const end of open) end.abort();
  });
  return {
    of({ raw }) {
      const end = new AbortController();
      open.add(end);
      raw.once('close', () => {
        open.delete(end);
        end.abort();
      });
      return end.signal;
    },
  };
}
