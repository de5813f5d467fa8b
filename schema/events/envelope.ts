import { z } from 'zod';
import { classed } from './field-class.ts';

/**
 * Who did it, recorded at write time and never inferred. `anonymous` and `system` carry no `ref`, nor do commands of
 * operators.
 */
export const actorSchema = z.object({
  kind: classed('public', z.enum(['creator', 'authenticated_other', 'operator', 'anonymous', 'system', 'unknown'])),
  ref: classed('own', z.uuid().optional()),
});

/** What every event says about how it came to be. */
export const eventMetaSchema = z.object({
  correlationId: classed('internal', z.string().max(200)),
  causationId: classed('internal', z.string().max(200).optional()),
  actor: actorSchema,
  surface: classed('public', z.enum(['web', 'api', 'graphql', 'mail', 'cli', 'system'])),
  /** An HMAC of the network, under a key of the day: 48 bits, base64url. */
  networkTag: classed(
    'internal',
    z
      .string()
      .regex(/^[\w-]{8}$/)
      .optional(),
  ),
  /** Stored only where the request named one; readers always get one. */
  traceparent: classed(
    'internal',
    z
      .string()
      .regex(/^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/)
      .optional(),
  ),
});

/**
 * One event as readers get it, from the log or from a topic. Only `data` differs between types.
 *
 * Readers ignore unknown fields and unknown types; `id` is what they deduplicate by.
 */
export function envelopeOf<Type extends string, Data extends z.ZodType>(type: Type, schemaVersion: number, data: Data) {
  return z.object({
    id: z.uuid(),
    type: z.literal(type),
    schemaVersion: z.literal(schemaVersion),
    streamId: z.uuid(),
    version: z.int().positive(),
    category: z.string(),
    tenantRef: z.uuid().nullable(),
    occurredAt: z.iso.datetime(),
    data,
    meta: eventMetaSchema,
  });
}
