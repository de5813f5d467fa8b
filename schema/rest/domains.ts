import { z } from 'zod';
import { entered, envelope, unixTime } from './fields.ts';

/** The Domain object. Source: REST contract 7.1. */
const domainObject = z
  .strictObject({
    domainid: z.string().regex(/^[0-9a-f]{20}$/),
    custid: z.string(),
    display_domain: z.string(),
    base_domain: z.string(),
    subdomain: z.string().nullable(),
    trd: z.string().nullable(),
    tld: z.string(),
    sld: z.string(),
    _original_value: z.string(),
    txt_validation_host: z.string().meta({ description: 'Where the TXT record goes that proves the domain.' }),
    txt_validation_value: z.string().meta({ description: 'What that record has to say.' }),
    status: z.enum(['pending', 'active']).nullable(),
    verified: z.boolean(),
    is_apex: z.boolean(),
    vhost: z.null(),
    created: unixTime,
    updated: unixTime,
  })
  .meta({ id: 'Domain', description: 'A custom domain.' });
export type DomainObject = z.infer<typeof domainObject>;

/** Where to point a domain. */
const cluster = z.strictObject({
  type: z.string().nullable(),
  cluster_ip: z.string().nullable(),
  cluster_name: z.string().nullable(),
  vhost_target: z.string().nullable(),
});

/** The custom domains of the caller: list, show, add, verify, remove. Source: REST contract 7.1. */
const details = z.strictObject({ cluster });
const read = { success: z.literal(true), custid: z.string() };

export const domainListAnswer = z.strictObject({
  ...read,
  count: z.int().nonnegative(),
  records: z.array(domainObject),
  details,
});

export const domainAnswer = z.strictObject({ ...read, record: domainObject, details });

export const addDomainForm = z.object({
  domain: entered.meta({ description: 'A host name under a public suffix.', example: 'once.acme.example' }),
});

/** Of add and of verify. */
export const domainChangedAnswer = z.strictObject({ ...envelope, record: domainObject, details });

export const domainRemovedAnswer = z.strictObject({ ...envelope, record: z.strictObject({}), message: z.string() });
