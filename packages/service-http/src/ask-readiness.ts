import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import type { ConnectionOptions } from 'node:tls';
import type { Readiness } from '@onceover/service-kit/lifecycle';
import { z } from 'zod';
import type { TlsIdentity } from './protocol.ts';
import { readBody } from './read-body.ts';
import { troubleOf } from './trouble.ts';

const PATIENCE_MS = 2_000;
const MOST_BYTES = 10_000;
const told = z.object({ reason: z.string().optional() });

/** With which certificate to ask, and whether the one of the other side has to bear its host's name (by default it has). */
export type AskingTls = TlsIdentity & Pick<ConnectionOptions, 'checkServerIdentity'>;

/** Asks one process whether it is ready. One that cannot be asked is not, and the reason says so. */
export async function askReadiness(url: URL, tls: AskingTls | undefined): Promise<Readiness> {
  const send = url.protocol === 'https:' ? requestTls : requestPlain;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options = { path: '/health/ready', agent: false as const, timeout: PATIENCE_MS, ...tls };
  const request = send(url, options, resolve);
  request.once('timeout', () => request.destroy(new Error('no answer came in time')));
  request.once('error', reject);
  request.end();
  try {
    const response = await promise;
    const { reason = 'not ready' } = told.parse(JSON.parse((await readBody(response, MOST_BYTES)).toString('utf8')));
    return response.statusCode === 200 ? { isReady: true } : { isReady: false, reason };
  } catch (error) {
    return { isReady: false, reason: troubleOf(error, url) };
  }
}
