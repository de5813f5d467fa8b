import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Caller } from '@onceover/schema/caller';
import { beginTrailExport, readTrailExport } from '@onceover/schema/internal/export-trail';
import { OutageError } from '@onceover/service-kit/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EdgeParts } from '../edge-parts.ts';
import { checkFormToken, isCrossSite } from '../form-token/check-form-token.ts';
import { ApiError, badShrimp, badType, notAuthorized } from '../http/api-error.ts';
import { logRequest } from '../http/send.ts';
import { gatewayLog, metOutage } from '../logger.ts';
import { actorOf } from '../session/actor-of.ts';

/** Whose trail a path exports. The administration's stands under its own path, so that what guards that guards this. */
const scopes = { '/colonel/audit/export': 'all', '/account/trail/export': 'own' } as const;

/** Every path that exports something, for proofs that walk through all of them. */
export const exportPaths: readonly string[] = Object.keys(scopes);

const types = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson' } as const;

type Wanted = Parameters<typeof beginTrailExport.input.parse>[0] & {
  readonly caller: Caller;
  readonly scope: 'all' | 'own';
  readonly format: keyof typeof types;
  readonly filter: string;
};

/**
 * Adds the files of the audit trail to the server: a form that a page posts, with the form token in it, and the browser saves
 * the answer. A GET with a one-use address would put a credential into addresses and histories.
 *
 * Refuses  403 for everybody but a session, of a colonel for the whole trail; for another site or a missing form token; 400
 *          for a filter beyond its bounds, 429 beyond the limit
 * Source   events 8.3; web 8.7
 */
export function addExportRoutes(app: FastifyInstance, parts: EdgeParts): void {
  // An export may take minutes, or for ever where nobody reads it: a stop cuts it and waits for none.
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  for (const [path, scope] of Object.entries(scopes)) {
    app.post(path, async (request, reply) => {
      const wanted = { ...(await admitted(request, parts)), scope };
      const begun = await parts.ask(beginTrailExport, wanted);
      if (begun.kind === 'not-authorized') throw notAuthorized();
      if (begun.kind === 'bad-filter') throw new ApiError(400, 'bad_payload', begun.message);
      const { filter, heading } = begun;
      await stream(request, reply, { parts, wanted: { ...wanted, filter }, heading, stopping: stopping.signal });
    });
  }
}

async function admitted(request: FastifyRequest, { site, identify, limits, tokens }: EdgeParts) {
  const { headers } = request;
  if (request.customHost !== null || headers.authorization !== undefined) throw notAuthorized();
  if (isCrossSite(headers, site.origins)) throw badShrimp();
  const identity = await identify(request, { extendsIdle: true });
  const { caller, session, kind } = identity;
  await limits.take('export', actorOf(identity));
  const form = formOf(request);
  if (checkFormToken({ session, isStale: kind === 'stale' }, form.get('shrimp') ?? undefined, tokens).isRefused) {
    throw badShrimp();
  }
  if (caller.kind === 'anonymous') throw notAuthorized();
  const format = form.get('format') === 'ndjson' ? ('ndjson' as const) : ('csv' as const);
  return { caller, format, filter: (form.get('filter') ?? '{}').slice(0, 10_000) };
}

function formOf(request: FastifyRequest): URLSearchParams {
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(request.headers['content-type'] ?? '')) throw badType();
  return new URLSearchParams((request.body as Buffer | undefined)?.toString('utf8') ?? '');
}

interface Exporting {
  readonly parts: EdgeParts;
  readonly wanted: Wanted;
  readonly heading: string | null;
  readonly stopping: AbortSignal;
}

/**
 * Writes the file as fast as it is received: a page is asked for when the one before has left. If the client goes, nothing more
 * is asked; if a service fails or the gateway stops, the connection is cut, so that nobody takes half a file for a whole one.
 */
async function stream(request: FastifyRequest, reply: FastifyReply, exporting: Exporting): Promise<void> {
  const { wanted, parts, stopping } = exporting;
  const name = `onceover-audit-${new Date().toISOString().slice(0, 10)}.${wanted.format}`;
  reply.hijack();
  const headers = parts.headers.api.filter((_part, index, all) => all[index - (index % 2)] !== 'Content-Type');
  const own = ['Content-Type', types[wanted.format], 'Content-Disposition', `attachment; filename="${name}"`];
  const cookies = (request.issuedCookies ?? []).flatMap((cookie) => ['Set-Cookie', cookie]);
  reply.raw.writeHead(200, [...headers, ...own, ...cookies, 'X-Request-Id', request.id]);
  try {
    await pipeline(Readable.from(pagesOf(exporting), { objectMode: true, highWaterMark: 1 }), reply.raw, {
      signal: stopping,
    });
    logRequest(request, 200);
  } catch (error) {
    reply.raw.destroy();
    noteBroken(request, error);
  }
}

async function* pagesOf({ parts, wanted, heading }: Exporting): AsyncGenerator<string> {
  if (heading !== null) yield `${heading}\n`;
  let after: string | null = null;
  do {
    const page: { text: string; end: string | null } = await parts.ask(readTrailExport, { ...wanted, after });
    if (page.text !== '') yield page.text;
    after = page.end;
  } while (after !== null);
}

function noteBroken(request: FastifyRequest, error: unknown): void {
  const { code } = error as { code?: string };
  logRequest(request, 499);
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ABORT_ERR') return;
  if (error instanceof OutageError) {
    metOutage({ requestId: request.id, dependency: error.dependency, code: 'unavailable' });
  } else gatewayLog.error({ requestId: request.id, err: error }, 'an export failed unexpectedly');
}
