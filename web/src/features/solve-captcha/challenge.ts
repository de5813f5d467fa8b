import { ApiError, isOffline } from '../../lib/calls/api-error.ts';
import { algorithms, type Challenge } from '../../lib/proof-of-work/puzzle.ts';
import { apiPaths } from '../../site/paths.ts';

const minChallengeCharacters = 40;
const minSaltCharacters = 10;
/** How far the widget searches if the server gives no limit. Source: specification 9 */
const defaultMaxNumber = 1_000_000;

/** Asks for a puzzle. Throws ApiError for no answer, for any but 200, and for one that is not a puzzle. */
export async function fetchChallenge(signal: AbortSignal): Promise<Challenge> {
  const url = apiPaths.captchaChallenge;
  const wasOffline = isOffline();
  const response = await fetch(url, { signal, cache: 'no-store', credentials: 'same-origin' }).catch(() => {
    throw new ApiError({ failure: 'no-response', url, wasOffline });
  });
  if (response.status !== 200) throw new ApiError({ failure: 'failed', url, status: response.status });
  const parsed = parseChallenge(await response.json(), response.headers);
  if (parsed === null) throw new ApiError({ failure: 'format', url, status: response.status });
  return parsed;
}

/** Null if it is not a puzzle; the limits are the specification's. */
export function parseChallenge(body: unknown, headers: Headers): Challenge | null {
  if (typeof body !== 'object' || body === null) return null;
  const { algorithm, challenge, salt, signature, maxnumber } = body as Record<string, unknown>;
  const known = algorithms.find((name) => name === algorithm);
  if (known === undefined || typeof signature !== 'string' || signature === '') return null;
  if (typeof challenge !== 'string' || challenge.length < minChallengeCharacters) return null;
  if (typeof salt !== 'string' || salt.length < minSaltCharacters) return null;
  const maxNumber = typeof maxnumber === 'number' && maxnumber > 0 ? maxnumber : defaultMaxNumber;
  return { algorithm: known, challenge, salt, signature, maxNumber, lifeMs: lifeOf(salt, headers) };
}

/**
 * From the answer's `Date` to its expiry: both are read from the server's clock, because that of the device may be wrong.
 * An expiry in the salt takes precedence over `Expires`.
 */
function lifeOf(salt: string, headers: Headers): number | null {
  const inSalt = Number(new URLSearchParams(salt.split('?')[1] ?? '').get('expires') ?? Number.NaN);
  const expiresAt = inSalt > 0 ? inSalt * 1000 : Date.parse(headers.get('Expires') ?? '');
  const life = expiresAt - Date.parse(headers.get('Date') ?? '');
  return Number.isFinite(life) ? Math.max(0, life) : null;
}
