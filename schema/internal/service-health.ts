import { z } from 'zod';
import type { LogName } from '../events/logs.ts';
import { done } from './refused.ts';

/** ISO 8601 between services. */
const moment = z.iso.datetime().transform((text) => new Date(text));
const halt = z.object({ eventId: z.string(), type: z.string(), at: moment, error: z.string() });

/** How a service is doing, for colonels: its consumers, the events it set aside, its connections; no content and no key. */
export const serviceHealth = z.object({
  consumers: z
    .array(
      z.object({
        consumer: z.string(),
        source: z.string(),
        lagEvents: z.int(),
        lagSeconds: z.int(),
        isRunning: z.boolean(),
        halt: halt.nullable(),
      }),
    )
    .readonly(),
  deadLetters: z
    .array(
      z.object({
        consumer: z.string(),
        eventId: z.string(),
        source: z.string(),
        type: z.string(),
        error: z.string(),
        attempts: z.int(),
        at: moment,
      }),
    )
    .readonly(),
  connections: z.object({ open: z.int(), idle: z.int(), waiting: z.int(), most: z.int() }),
  /** By the names of their environment variables; nothing of what must stay secret. */
  settings: z.array(z.object({ name: z.string(), value: z.string() })).readonly(),
});
export type ServiceHealthAnswer = z.infer<typeof serviceHealth>;

/** The keys of secrets by number and age, and the disk of the embedded database in megabytes. */
export const secretsHealthAnswer = serviceHealth.extend({
  epochs: z.array(z.object({ number: z.int(), state: z.string(), ageSeconds: z.int() })).readonly(),
  keks: z.array(z.object({ version: z.int(), ageSeconds: z.int() })).readonly(),
  disk: z.object({ freeMegabytes: z.int(), floorMegabytes: z.int() }).nullable(),
});

export type SecretsHealthAnswer = z.infer<typeof secretsHealthAnswer>;

/** With the emails that wait or are being sent. */
const notificationsHealthAnswer = serviceHealth.extend({
  mailQueue: z.object({ waiting: z.int(), oldest: moment.nullable() }),
});
export type NotificationsHealthAnswer = z.infer<typeof notificationsHealthAnswer>;

/** What an operator does about an event that could not be handled. Refused: why, for the operator. */
const settle = {
  askers: ['accounts'],
  whenLost: 'unknown',
  input: z.object({ action: z.enum(['retry', 'discard', 'skip']), consumer: z.string().max(100), eventId: z.uuid() }),
  output: z.discriminatedUnion('kind', [done, z.object({ kind: z.literal('impossible'), reason: z.string() })]),
} as const;
/** The call of a service, which is named as its log is. */
export const settleEventIn = (service: LogName) => ({ name: `${service}.settleEvent`, ...settle }) as const;

export const accountsHealth = {
  name: 'accounts.health',
  askers: ['audit'],
  whenLost: 'repeat',
  input: z.object({}),
  output: serviceHealth,
} as const;
export const notificationsHealth = {
  name: 'notifications.health',
  askers: ['audit'],
  whenLost: 'repeat',
  input: z.object({}),
  output: notificationsHealthAnswer,
} as const;
export const secretsHealth = {
  name: 'secrets.health',
  askers: ['audit'],
  whenLost: 'repeat',
  input: z.object({}),
  output: secretsHealthAnswer,
} as const;
