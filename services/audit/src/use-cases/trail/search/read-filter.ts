import { typesWhere } from '@onceover/schema/events/catalog';
import { outcomes } from '@onceover/schema/events/meaning';
import { z } from 'zod';
import type { TrailQuestion } from './search-trail.ts';

const LAST_SECOND = 253_402_300_799;
const second = (name: string) =>
  z
    .int(`${name} is a time in whole Unix seconds`)
    .min(0, `${name} is a time from 1970 on`)
    .max(LAST_SECOND, `${name} is a time before the year 10000`)
    .transform((seconds) => new Date(seconds * 1_000))
    .nullish();

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const shortkey = /^[0-9a-z]{8}$/;
const actorKinds = ['creator', 'authenticated_other', 'anonymous', 'system', 'unknown', 'operator'];

const filterSchema = z
  .object({
    from: second('from'),
    to: second('to'),
    actor: z
      .string()
      .refine((actor) => uuid.test(actor) || actorKinds.includes(actor), {
        error: `actor is the reference of an account, or one of ${actorKinds.join(', ')}`,
      })
      .nullish(),
    actionPrefixes: z
      .array(
        z.string().refine((prefix) => actionsOf(prefix).length > 0, {
          error: 'actionPrefixes: no action begins like this; write one such as secret or security.signed_in',
        }),
      )
      .max(50, 'actionPrefixes has at most 50 beginnings')
      .nullish(),
    target: z
      .string()
      .refine((target) => uuid.test(target) || shortkey.test(target), {
        error: 'target is a reference like 01890a5d-ac96-774b-bcce-b302099a8057, or the 8 characters of a short key',
      })
      .nullish(),
    outcome: z.enum(outcomes).nullish(),
    requestId: z.string().min(1, 'requestId is not empty').max(200, 'requestId has at most 200 characters').nullish(),
    networkTag: z
      .string()
      .regex(/^[\w-]{8}$/, 'networkTag is the 8 characters that an entry shows')
      .nullish(),
  })
  .refine(({ from, to }) => !from || !to || from < to, { error: 'from is before to' });

/** A filter, checked; or what to write instead. */
export function readFilter(filter: unknown): TrailQuestion | string {
  const { success, data, error } = filterSchema.safeParse(filter);
  if (!success) return error.issues.map(({ message }) => message).join('; ');
  const { actor, target, actionPrefixes, ...rest } = data;
  return given({
    ...rest,
    ...(actor && { [uuid.test(actor) ? 'actorRef' : 'actorKind']: actor }),
    ...(target && (uuid.test(target) ? { targets: [target] } : { shortkey: target })),
    ...(actionPrefixes?.length && { actions: [...new Set(actionPrefixes.flatMap(actionsOf))] }),
  });
}

function given(values: object): TrailQuestion {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));
}

function actionsOf(prefix: string): readonly string[] {
  return typesWhere(({ type }) => type === prefix || type.startsWith(`${prefix}.`));
}
