/** One part of a path. */
const KEY = '[^/]+';

/** Paths of the dialects that pages of other origins may call: v1, v3 and what later versions ask of v2. Source: dialects 2. */
const OPEN = new RegExp(
  `^/api/(?:v1/.+|v3/.+|v2/(?:${[
    'secret/(?:conceal|generate|status)',
    `secret/${KEY}(?:/(?:reveal|status))?`,
    'receipt/.+',
    'guest/.+',
    'status|version|supported-locales',
  ].join('|')}))/?$`,
);

/** Whether pages of the origins in `ONCEOVER_API_ORIGINS` may call a path, given without its query. */
export function isOpenToOrigins(path: string): boolean {
  return OPEN.test(path);
}
