import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TLSSocket } from 'node:tls';
import {
  type CallName,
  type callRefusal,
  keyStoreCalls,
  MOST_BYTES,
  refusalStatus,
  STORE_HEADER,
} from '@onceover/key-store/protocol';
import { wipe } from '@onceover/service-kit/crypto';
import { UnsafeKeys, WrongKeysDirectory } from '@onceover/service-kit/keys-directory';
import type { z } from 'zod';
import { type Answers, useOf } from './answer-calls.ts';
import { AuditBroken, type AuditLog } from './audit/audit-log.ts';
import type { RecordRefusal } from './audit/record-refusal.ts';
import { log } from './logger.ts';

/** What a request meets. */
export interface Door {
  readonly answers: Answers;
  readonly audit: AuditLog;
  /** Records that somebody was refused. */
  readonly recordRefusal: RecordRefusal;
  /** Names in the certificates of those who may ask. */
  readonly clients: ReadonlySet<string>;
  /** Of the store, the newest first, between blanks. */
  readonly ids: string;
}

/** Answers one call. What a client is refused for is told to it, and never a key. */
export async function answerRequest(request: IncomingMessage, response: ServerResponse, door: Door): Promise<void> {
  response.setHeader(STORE_HEADER, door.ids);
  response.setHeader('cache-control', 'no-store');
  try {
    const { subject } = (request.socket as TLSSocket).getPeerCertificate();
    await answer(request, response, { who: String(subject.CN), ...door });
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal.error === 'failed') log.error({ err: error, path: request.url }, 'a call could not be answered');
    sendJson(response, refusalStatus[refusal.error], refusal);
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  door: Door & { readonly who: string },
): Promise<void> {
  const { who, audit, recordRefusal, clients, answers } = door;
  const name = callIn(request);
  if (!clients.has(who)) {
    await recordRefusal(who, name);
    throw new Refused(`the certificate's name ${JSON.stringify(who)} is not in ONCEOVER_KEY_STORE_CLIENTS`);
  }
  const input = keyStoreCalls[name].input.safeParse(JSON.parse(await bodyOf(request)));
  if (!input.success) throw new NotUnderstood(`the input of ${name} is not as it must be`);
  const use = useOf(who, name, input.data);
  if (use !== null) await audit.record(use); // before it is done: nothing is that the audit does not tell
  try {
    // Name and input belong together, which TypeScript cannot follow through the table.
    const output = await (answers[name] as (given: unknown) => Promise<object | null>)(input.data);
    if (output === null && use !== null) await audit.record({ ...use, outcome: 'none' });
    send(response, output);
  } catch (error) {
    if (use !== null) await audit.record({ ...use, outcome: 'failed' });
    throw error;
  }
}

function send(response: ServerResponse, output: object | null): void {
  if (output === null) response.writeHead(204).end();
  else if (Buffer.isBuffer(output)) {
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': output.length });
    response.end(output, () => wipe(output));
  } else sendJson(response, 200, output);
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

class Refused extends Error {}
class NotUnderstood extends Error {}

function callIn({ method, url = '' }: IncomingMessage): CallName {
  const name = /^\/v1\/(\w{1,40})$/.exec(url)?.[1] ?? '';
  if (method !== 'POST' || !Object.hasOwn(keyStoreCalls, name)) throw new NotUnderstood('there is no such call');
  return name as CallName;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new NotUnderstood('the input is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function refusalOf(error: unknown): z.output<typeof callRefusal> {
  if (error instanceof Refused) return { error: 'refused', message: error.message };
  if (error instanceof NotUnderstood) return { error: 'not-understood', message: error.message };
  if (error instanceof SyntaxError) return { error: 'not-understood', message: 'the input is not JSON' };
  if (error instanceof UnsafeKeys) return { error: 'unsafe', message: error.message };
  if (error instanceof WrongKeysDirectory) return { error: 'foreign', message: error.message };
  if (error instanceof AuditBroken) return { error: 'failed', message: error.message };
  return { error: 'failed', message: 'its log says why' };
}
