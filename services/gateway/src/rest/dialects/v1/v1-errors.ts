import { secretRefusals } from '@onceover/schema/refusals/secret-refusals';
import type { Dialect } from '../../../answers/dialect.ts';
import { repeatedKey } from '../../../http/api-error.ts';

/** Told as an unknown secret: clients compare that text. A wrong passphrase counts as any; it only is not told apart. */
const unknown: ReadonlySet<string> = new Set(['unknown_secret', 'bad_passphrase', 'not_burned']);

const { message: unknownMessage, rest: unknownRest } = secretRefusals['secret.gone'];

/** What keeps its status; everything else is 404. Source: dialects 3. */
const kept: ReadonlySet<number> = new Set([413, 421, 500, 503]);

export const v1Error: Dialect['error'] = ({ code, message, status }, { key }) => {
  if (unknown.has(code)) {
    return { status: 404, body: { secret_key: repeatedKey(key), message: unknownMessage, code: unknownRest.code } };
  }
  const error = code === 'not_found' ? { error: message } : {};
  return { status: kept.has(status) ? status : 404, body: { ...error, message, code } };
};
