import { type Mirrored, mirrored } from '@onceover/schema/mirror';
import { hkdf, hmac, isEqual, randomBytes } from '@onceover/service-kit/crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SecurityHeaders } from './security-headers.ts';
import { send } from './send.ts';

/*
 * How an installation recognises itself behind its public address, and hears how a request from there arrives. Whoever has its
 * form-token key asks with a signed question; the answer is signed as well. For everybody else the path does not exist.
 */

export const mirrorPath = '/health/mirror';

const SALT = Buffer.alloc(32);
const NONCE_BYTES = 16;
/** Longer than clocks may differ. */
const GOOD_FOR_SECONDS = 120;

/** From the key of form tokens. */
export const mirrorKeyOf = (root: Uint8Array): Uint8Array => hkdf(root, SALT, Buffer.from('onceover/v1/mirror'));

const answer = z.object({ mirrored, proof: z.string() });

/** The value of the header that asks, and what reads the answer: null unless this very installation gave it. */
export function mirrorQuestion(key: Uint8Array, now: Date) {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  const seconds = String(Math.floor(now.getTime() / 1000));
  return {
    path: mirrorPath,
    headers: { Authorization: `Onceover ${seconds}.${nonce}.${signed(key, 'question', seconds, nonce)}` },
    read(body: string): Mirrored | null {
      const { data } = answer.safeParse(jsonOf(body));
      if (data === undefined) return null;
      return isSame(data.proof, proofOf(key, nonce, data.mirrored)) ? data.mirrored : null;
    },
  };
}

/** Answers signed questions. */
export function addMirrorRoute(app: FastifyInstance, key: Uint8Array, { api }: SecurityHeaders): void {
  app.get(mirrorPath, (request, reply) => {
    const nonce = nonceOf(key, request.headers.authorization, Date.now());
    if (nonce === undefined) return reply.callNotFound();
    const arrived = arrivalOf(request);
    const body = JSON.stringify({ mirrored: arrived, proof: proofOf(key, nonce, arrived) });
    send(request, reply, { status: 200, headers: api, body });
  });
}

function arrivalOf(request: FastifyRequest): Mirrored {
  return {
    from: request.socket.remoteAddress ?? '',
    visitor: request.ip,
    host: request.host,
    isForwarded: request.headers['x-forwarded-for'] !== undefined,
    isBelieved: (request.ips?.length ?? 0) > 1,
  };
}

/** Of a question that was signed a moment ago; undefined for any other. */
function nonceOf(key: Uint8Array, header: string | undefined, now: number): string | undefined {
  const found = /^Onceover (?<seconds>\d{1,12})\.(?<nonce>[\w-]{22})\.(?<mac>[\w-]{43})$/.exec(header ?? '')?.groups;
  const { seconds = '', nonce = '', mac = '' } = found ?? {};
  if (!isSame(mac, signed(key, 'question', seconds, nonce))) return undefined;
  return Math.abs(now / 1000 - Number(seconds)) <= GOOD_FOR_SECONDS ? nonce : undefined;
}

const proofOf = (key: Uint8Array, nonce: string, arrived: Mirrored) =>
  signed(key, 'answer', nonce, JSON.stringify(mirrored.parse(arrived)));

const signed = (key: Uint8Array, ...parts: readonly string[]) => hmac(key, parts.join('\n')).toString('base64url');

const isSame = (one: string, other: string) => isEqual(Buffer.from(one), Buffer.from(other));

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
