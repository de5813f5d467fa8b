import { z } from 'zod';
import { refusals } from '../refusals.ts';
import { shrimp } from './fields.ts';

/** The error answers of `/api/v2`. POST answers carry `shrimp`, others do not. Source: REST contract 1.3. */
const common = {
  message: z.string().meta({ description: 'For people; it may be translated.' }),
  code: z.string().meta({ description: 'For programs; it stays.' }),
  shrimp: shrimp.optional(),
};

/** 400, 413, 415, 500 and 503. */
export const failureAnswer = z.strictObject({ ...common, success: z.literal(false) }).meta({ id: 'Failure' });

/** 404 of a secret or metadata: `secret_key` is the path segment, cut at 64 characters. */
export const unknownSecretAnswer = z
  .strictObject({
    secret_key: z.string().max(64),
    message: z.literal(refusals['secret.gone'].message),
    code: z.literal(refusals['secret.gone'].rest.code),
    shrimp: shrimp.optional(),
  })
  .meta({
    id: 'UnknownSecret',
    description: 'The same for keys that were never issued, and for secrets that are gone.',
  });

/** 403, and every other 404. */
export const plainErrorAnswer = z.strictObject(common).meta({ id: 'PlainError' });

/** 400 of a body that is not a JSON object. */
export const badJsonAnswer = z
  .strictObject({ ...common, error: z.literal('Failed to parse body as JSON') })
  .meta({ id: 'BadJson' });
