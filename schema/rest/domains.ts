import { z } from 'zod';
import { clusterObject, domainObject } from './domain-object.ts';
import { entered, envelope } from './fields.ts';

/** The custom domains of the caller: list, look, add, verify, remove. Source: REST contract 7.1. */
const details = z.strictObject({ cluster: clusterObject });
const read = { success: z.literal(true), custid: z.string() };

export const domainListAnswer = z.strictObject({
  ...read,
  count: z.int().nonnegative(),
  records: z.array(domainObject),
  details,
});
export type DomainListAnswer = z.infer<typeof domainListAnswer>;

export const domainAnswer = z.strictObject({ ...read, record: domainObject, details });
export type DomainAnswer = z.infer<typeof domainAnswer>;

export const addDomainForm = z.object({ domain: entered });
export type AddDomainForm = z.infer<typeof addDomainForm>;

/** Verify and remove: the domain is in the path. */
export const knownDomainForm = z.object({});

/** Of add and of verify. */
export const domainChangedAnswer = z.strictObject({ ...envelope, record: domainObject, details });
export type DomainChangedAnswer = z.infer<typeof domainChangedAnswer>;

export const domainRemovedAnswer = z.strictObject({ ...envelope, record: z.strictObject({}), message: z.string() });
export type DomainRemovedAnswer = z.infer<typeof domainRemovedAnswer>;
