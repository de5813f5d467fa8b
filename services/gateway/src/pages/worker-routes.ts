import { shareTarget, workerPath, workerRemover } from '@onceover/schema/web/app-files';
import type { FastifyInstance } from 'fastify';
import type { SecurityHeaders } from '../http/security-headers.ts';
import { send } from '../http/send.ts';
import { type Asset, bestForm } from './assets.ts';

const remover: Pick<Asset, 'plain' | 'br' | 'gzip'> = {
  plain: Buffer.from(workerRemover),
  br: undefined,
  gzip: undefined,
};

interface WorkerParts {
  readonly assets: ReadonlyMap<string, Asset>;
  readonly headers: SecurityHeaders;
  readonly isOn: boolean;
}

/**
 * Adds the script of the service worker, and the address that it answers in the browser: what another app shares. Where no worker
 * took it, the answer is given before the body is read, and leads to the form, which says that nothing arrived.
 *
 * Source  ADR 76
 */
export function addWorkerRoutes(app: FastifyInstance, { assets, headers, isOn }: WorkerParts): void {
  const script = (isOn ? assets.get(workerPath.slice(1)) : undefined) ?? remover;
  app.get(workerPath, (request, reply) => {
    const { body, encoding } = bestForm(script, request.headers['accept-encoding']);
    const moreHeaders = encoding === undefined ? [] : ['Content-Encoding', encoding];
    send(request, reply, { status: 200, headers: headers.worker, body, moreHeaders });
  });
  app.post(
    shareTarget.path,
    {
      onRequest: (request, reply) => {
        send(request, reply, {
          status: 303,
          headers: headers.html,
          body: '',
          moreHeaders: ['Location', shareTarget.goTo],
        });
      },
    },
    async () => undefined,
  );
}
