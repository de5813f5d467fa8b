import { longestBounceReport, reportBounce } from '@onceover/schema/internal/report-bounce';
import { isEqual, sha256 } from '@onceover/service-kit/crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiErrorFrom } from '../answers/rest-answers.ts';
import type { EdgeParts } from '../edge-parts.ts';
import { ApiError } from '../http/api-error.ts';
import { networkOf } from '../http/network.ts';
import type { HeaderList } from '../http/security-headers.ts';
import { send } from '../http/send.ts';
import { RateLimited } from '../limits/request-limits.ts';

const NO_TOKEN = 'Send the token that is set as ONCEOVER_BOUNCE_TOKEN, as Authorization: Bearer <token>';
const NO_REPORT =
  'This is no bounce report. Send the whole message as the mail server wrote it, with its headers: a multipart/report with a message/delivery-status part';

/**
 * Adds the door at which mail servers hand in bounce reports, each as the message that it is; they show the token to be let in.
 * Whatever is a report gets the same answer: whether its email is known, came back before or was only late is not told.
 *
 * Refuses  401 without the token, before anything is read; 400 for what is no report, 413 for more than 256 KiB, 429 beyond the
 *          limit and 503 in an outage, both with `Retry-After`
 */
export function addBounceRoute(app: FastifyInstance, token: string, { headers, limits, ask }: EdgeParts): void {
  const expected = sha256(token);
  const list = headers.api;
  app.post('/hooks/bounces', {
    bodyLimit: longestBounceReport,
    async onRequest(request) {
      await limits.take('bounces', { network: networkOf(request.ip) });
      // Hashes of one length: how long it takes tells nothing of the token.
      if (!isEqual(sha256(shownToken(request)), expected)) throw new ApiError(401, 'no_token', NO_TOKEN);
    },
    async handler(request, reply) {
      const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
      const { kind } = await ask(reportBounce, { message: body.toString('base64') });
      if (kind === 'no-report') throw new ApiError(400, 'no_bounce_report', NO_REPORT);
      send(request, reply, { status: 204, headers: list, body: '' });
    },
    errorHandler: (error, request, reply) => refuse(error, request, reply, list),
  });
}

function shownToken({ headers: { authorization = '' } }: FastifyRequest): string {
  return /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';
}

/** A mail server tries again after 429 and 503; after any other refusal it gives up. */
function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply, list: HeaderList): void {
  const { status, code, message, fields, retryAfterSeconds } = apiErrorFrom(error, request);
  const moreHeaders: string[] = [];
  if (retryAfterSeconds !== undefined) moreHeaders.push('Retry-After', String(retryAfterSeconds));
  if (status === 401) moreHeaders.push('WWW-Authenticate', 'Bearer');
  const body = JSON.stringify({ ...fields, message, code });
  send(request, reply, { status: error instanceof RateLimited ? 429 : status, headers: list, body, moreHeaders });
}
