import type { Logger } from '@onceover/service-kit/logging';
import { Kafka, type KafkaConfig, type SASLOptions } from 'kafkajs';
import { refuseOldBrokers } from './broker-versions.ts';
import { kafkaOutage } from './failures.ts';
import { patchRequestQueue } from './patch-request-queue.ts';

/** How the brokers are reached. */
export interface KafkaConnection {
  /** `host:port` of brokers to begin with; they name the others. */
  readonly brokers: readonly string[];
  /** What brokers call this process in their logs and quotas. */
  readonly clientId: string;
  /** PEM texts. Absent: the line is not encrypted. */
  readonly tls?: { readonly [Part in 'ca' | 'cert' | 'key']?: string | undefined } | undefined;
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
  refuseOldBrokers();
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
