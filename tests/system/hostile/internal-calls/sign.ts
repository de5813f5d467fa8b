import { createHash, createHmac, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import path from 'node:path';
import type { ServiceName } from '@onceover/schema/internal/catalog';
import type { SplitProcesses } from '../../../support/spawn-split.ts';

/** Written by what the signature promises, not by what signs: method, path, who, to whom, when, an id, the body. */
export interface Signing {
  readonly caller: string;
  readonly called: string;
  readonly key: Buffer;
  readonly body: string;
  readonly at?: number;
  readonly id?: string;
  readonly path?: string;
  readonly method?: string;
}

export function signed(signing: Signing): string {
  const { caller, called, key, body, at = Date.now(), id = randomBytes(16).toString('base64url') } = signing;
  const hash = createHash('sha256').update(body).digest('base64url');
  const text = `HMAC-SHA-256 ${caller} ${called} ${at} ${id} ${hash}`;
  const about = `${signing.method ?? 'POST'} ${signing.path ?? '/batch'}\n${text}`;
  return `${text} ${createHmac('sha256', key).update(about).digest('base64url')}`;
}

/** The key that two services share, as a thief of the files of one of them has it. */
export function keyOf({ keysDir }: Pick<SplitProcesses, 'keysDir'>, one: string, other: string): Buffer {
  return readFileSync(path.join(keysDir, 'calls', `${[one, other].toSorted().join('-')}.key`));
}

export interface Batch {
  readonly authorization?: string;
  readonly body: string | Buffer;
  readonly path?: string;
  readonly method?: string;
}

export interface BatchAnswer {
  readonly status: number;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** Sends a batch to a process, whoever it is said to be from. Status 0: the connection was closed without an answer. */
export function send(process: SplitProcesses['all'][number], batch: Batch): Promise<BatchAnswer> {
  const { authorization, body, method = 'POST', path: at = '/batch' } = batch;
  const headers = {
    'content-length': Buffer.byteLength(body),
    ...(authorization !== undefined && { authorization }),
  };
  const port = Number(process.settings.ONCEOVER_INTERNAL_PORT);
  const { promise, resolve } = Promise.withResolvers<BatchAnswer>();
  const sent = request({ agent, host: '127.0.0.1', port, path: at, method, headers }, (answer) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text }));
  });
  sent.once('error', () => resolve({ status: 0, text: '' }));
  sent.end(body);
  return promise;
}

export type Target = { readonly name: ServiceName; readonly process: SplitProcesses['all'][number] };
