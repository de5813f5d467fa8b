import { OutageError } from '@onceover/service-kit/errors';
import type { Logger } from '@onceover/service-kit/logging';
import { Kafka, type KafkaConfig, type SASLOptions } from 'kafkajs';
import { patchRequestQueue } from './patch-request-queue.ts';

/** How the brokers are reached. */
export interface KafkaConnection {
  /** `host:port` of brokers to begin with; they name the others. */
  readonly brokers: readonly string[];
  /** What brokers call this process in their logs and quotas. */
  readonly clientId: string;
  /** PEM texts. Absent: the line is not encrypted. */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string } | undefined;
  readonly sasl?:
    | {
        readonly mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512';
        readonly username: string;
        readonly password: string;
      }
    | undefined;
}

/** Each try of a request; five tries take less than the deadline of whoever asked. */
const REQUEST_MS = 5_000;
const CONNECT_MS = 3_000;

/**
 * The client of a process. It says nothing by itself above `debug`: what fails is told by whoever asked for it, once, and kafkajs
 * would tell each try.
 */
export function kafkaClient({ brokers, clientId, tls, sasl }: KafkaConnection, log: Logger): Kafka {
  patchRequestQueue();
  const config: KafkaConfig = {
    brokers: [...brokers],
    clientId,
    connectionTimeout: CONNECT_MS,
    authenticationTimeout: CONNECT_MS,
    requestTimeout: REQUEST_MS,
    retry: { retries: 5, initialRetryTime: 100, maxRetryTime: 2_000 },
    logCreator: () => (entry) => {
      const { message, error } = entry.log as { readonly message: string; readonly error?: unknown };
      log.debug({ from: entry.namespace, reason: error === undefined ? undefined : String(error) }, message);
    },
    ...(tls === undefined ? {} : { ssl: { ...tls } }),
    ...(sasl === undefined ? {} : { sasl: { ...sasl } as SASLOptions }),
  };
  return new Kafka(config);
}

/** The brokers cannot be had now, or do not answer in time. */
export function kafkaOutage(cause: unknown): OutageError {
  return cause instanceof OutageError ? cause : new OutageError('kafka', { cause });
}

/** Rejects with an `OutageError` when the work takes longer: kafkajs itself may wait for ever. */
export async function within<R>(ms: number, work: Promise<R>): Promise<R> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(kafkaOutage(new Error(`no answer within ${ms / 1_000} s`))), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}

/** What the brokers called the failure, such as `MESSAGE_TOO_LARGE`; undefined if it did not come from them. */
export function brokersWord(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause ?? ('originalError' in at ? at.originalError : undefined)) {
    if ('type' in at && typeof at.type === 'string') return at.type;
  }
  return undefined;
}
