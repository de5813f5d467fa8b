import type { FastifyReply, FastifyRequest } from 'fastify';

type OfFramework =
  | 'id'
  | 'raw'
  | 'method'
  | 'url'
  | 'headers'
  | 'host'
  | 'ip'
  | 'query'
  | 'params'
  | 'body'
  | 'startedAt'
  | 'customHost'
  | 'issuedCookies'
  | 'corsHeaders'
  | 'span'
  | 'admitted';

/** What answers need of a request: the framework's, or one that came without it (`direct-requests.ts`). */
export interface GatewayRequest extends Pick<FastifyRequest, OfFramework> {
  readonly routeOptions: Pick<FastifyRequest['routeOptions'], 'url'>;
  readonly server: Pick<FastifyRequest['server'], 'times' | 'answered'> & {
    readonly server: Pick<FastifyRequest['server']['server'], 'listening'>;
  };
}

/** What answers are written to. */
export interface GatewayReply extends Pick<FastifyReply, 'raw'> {
  /** Keeps the framework from answering. */
  hijack(): unknown;
}
