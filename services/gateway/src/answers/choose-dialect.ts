/**
 * The families of clients: `v1` is what nearly every library speaks, `d18` that of the web client of v0.18 and ours, `later` that of v0.19
 * and after, `v3` the open part of the newest.
 */
export type DialectName = 'd18' | 'later' | 'v1' | 'v3';

/** Of a form, what the choice needs. */
interface Brought {
  /** Whether an object was sent in place of a text. */
  isObject(name: string): boolean;
}

/**
 * Which dialect answers a path. Only one path has two: a nested `secret` asks for the later one there. Of what later versions have beside
 * their `/api/v2`, such as `/api/account`, there is nothing here, and it is they that are told.
 *
 * Source  dialects 0, 2
 */
export function dialectOf(path: string, body?: Brought): DialectName {
  const [, version, behind = ''] = /^\/api\/(v[123])(?:\/(.*))?$/s.exec(path) ?? [];
  const rest = withoutSlashesAround(behind);
  if (version === 'v1' || version === 'v3') return version;
  if (version === undefined) return path.startsWith('/api/') ? 'later' : 'd18';
  if (/^(?:receipt|guest)(?:\/|$)/.test(rest)) return 'later';
  if (/^secret\/(?:status|generate|[^/]+\/(?:status|reveal))$/.test(rest)) return 'later';
  return rest === 'secret/conceal' && body?.isObject('secret') === true ? 'later' : 'd18';
}

/** Not by a pattern: a visitor may send thousands, and a pattern would try from each of them. */
function withoutSlashesAround(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === '/') start += 1;
  while (end > start && text[end - 1] === '/') end -= 1;
  return text.slice(start, end);
}

/** How a nested `secret` begins in JSON, in a form and in a multipart form. */
const NESTED = /"secret"\s*:\s*\{|(?:^|&)secret(?:\[|%5B)|name="?secret\[/i;
/** Of a body, in bytes: clients send little before the secret. */
const BEGINNING = 1024;

/**
 * What whoever sent a body seems to speak, judged by its beginning: for an error that comes before the body may be read. It decides how the
 * error is written, and nothing else.
 */
export function dialectInSight(path: string, body: unknown): DialectName {
  const isNested = Buffer.isBuffer(body) && NESTED.test(body.toString('latin1', 0, BEGINNING));
  return dialectOf(path, { isObject: () => isNested });
}
