import type { Site } from './site.ts';

/** Headers in the form that is fastest for Node: name, value, name, value. */
export type HeaderList = readonly string[];

/** The headers of each kind of answer, built once per site. Source: security 6.1, 6.2; web 7.4. */
export interface SecurityHeaders {
  readonly api: HeaderList;
  readonly html: HeaderList;
  /** Pages that no search engine may list: with a key in their path, or of an account. */
  readonly privateHtml: HeaderList;
  /** The pages of a link, where nobody signs in. */
  readonly linkHtml: HeaderList;
  /** Pages on a customer's host: without a live connection, and without the site's name. */
  readonly customHostHtml: HeaderList;
  /** A page of a signed-in customer, whose style elements carry a nonce. */
  readonly signedInHtml: (nonce: string, isPrivate: boolean) => HeaderList;
  /** Pages of the documentation, which are the same for everybody. Their type is not among them. */
  readonly docs: HeaderList;
  /** Files under `/dist/` whose name contains a hash. */
  readonly hashedAsset: HeaderList;
  /** Other public files: icons, robots.txt. */
  readonly plainAsset: HeaderList;
  /** The script of the service worker, which browsers ask for at every visit. */
  readonly worker: HeaderList;
  readonly missingAsset: HeaderList;
}

const POWERS_OFF = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'xr-spatial-tracking',
].map((power) => `${power}=()`);

const PASSKEYS = ['publickey-credentials-create', 'publickey-credentials-get'];

// Sharing (`web-share`) keeps its default, which is this site only: naming it makes some browsers warn on every page.
const permissionsWith = (passkeys: string) =>
  [
    ...POWERS_OFF,
    ...PASSKEYS.map((power) => `${power}=${passkeys}`),
    'clipboard-read=()',
    'clipboard-write=(self)',
  ].join(', ');
const PERMISSIONS = permissionsWith('()');
/** Of the pages of the app: whoever came in by any of them may go on to sign in, or to the account, without loading another. */
const APP_PERMISSIONS = permissionsWith('(self)');
/** What is no page: it loads nothing, and stands in no frame. */
const NO_PAGE = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";
const NO_ROBOTS = 'noindex, nofollow, noarchive, nosnippet, noimageindex';

export function securityHeaders(site: Site): SecurityHeaders {
  const everywhere = [
    ...['Referrer-Policy', 'no-referrer'],
    ...['X-Content-Type-Options', 'nosniff'],
    ...['Cross-Origin-Resource-Policy', 'same-origin'],
    ...(site.isProduction ? ['Strict-Transport-Security', 'max-age=63072000'] : []),
  ];
  const htmlWith = (policy: string, permissions = APP_PERMISSIONS) => [
    ...['Content-Type', 'text/html; charset=utf-8'],
    ...['Cache-Control', 'no-store'],
    ...ofPage(policy, everywhere, permissions),
    ...['Vary', 'Cookie, Accept-Language, Sec-Fetch-Site'],
  ];
  const noRobots = ['X-Robots-Tag', NO_ROBOTS];
  const socket = ` ${site.isProduction ? 'wss' : 'ws'}://${site.host}`;
  const html = htmlWith(pagePolicy(site, { socket }));
  return {
    api: [
      ...['Content-Type', 'application/json; charset=utf-8'],
      ...['Cache-Control', 'no-store'],
      ...['Content-Security-Policy', `${NO_PAGE}; sandbox`],
      ...everywhere,
      ...['Permissions-Policy', PERMISSIONS],
      ...['X-Frame-Options', 'DENY'],
      ...['X-Robots-Tag', 'noindex'],
      ...['Vary', 'Cookie, Authorization, Origin'],
    ],
    html,
    privateHtml: [...html, ...noRobots],
    linkHtml: [...htmlWith(pagePolicy(site, { socket }), PERMISSIONS), ...noRobots],
    customHostHtml: [...htmlWith(pagePolicy(site, { socket: '' }), PERMISSIONS), ...noRobots],
    signedInHtml: (nonce, isPrivate) => [
      ...htmlWith(pagePolicy(site, { socket, nonce })),
      ...(isPrivate ? noRobots : []),
    ],
    docs: [
      ...['Cache-Control', 'public, max-age=3600'],
      ...ofPage(pagePolicy(site, { socket: '' }), everywhere, PERMISSIONS),
      ...['Vary', 'Accept-Encoding'],
    ],
    ...assetHeaders(everywhere),
  };
}

function ofPage(policy: string, everywhere: HeaderList, permissions: string): HeaderList {
  return [
    ...['Content-Security-Policy', policy],
    ...everywhere,
    ...['Cross-Origin-Opener-Policy', 'same-origin'],
    ...['Cross-Origin-Embedder-Policy', 'require-corp'],
    ...['Permissions-Policy', permissions],
    ...['X-Frame-Options', 'DENY'],
  ];
}

function assetHeaders(
  everywhere: HeaderList,
): Pick<SecurityHeaders, 'hashedAsset' | 'plainAsset' | 'worker' | 'missingAsset'> {
  const asset = ['Content-Security-Policy', NO_PAGE, ...everywhere, 'Vary', 'Accept-Encoding'];
  return {
    // A worker's script must itself require the isolation of its page, or the browser refuses it.
    hashedAsset: [
      ...asset,
      ...['Cross-Origin-Embedder-Policy', 'require-corp'],
      ...['Cache-Control', 'public, max-age=31536000, immutable'],
    ],
    plainAsset: [...asset, 'Cache-Control', 'public, max-age=3600'],
    // What the worker itself asks for is governed by this policy, not by that of a page.
    worker: [
      ...['Content-Type', 'text/javascript; charset=utf-8'],
      ...['Content-Security-Policy', `${NO_PAGE}; connect-src 'self'`],
      ...everywhere,
      ...['Cross-Origin-Embedder-Policy', 'require-corp'],
      ...['Cache-Control', 'no-store'],
      ...['Vary', 'Accept-Encoding'],
    ],
    missingAsset: [...asset, 'Cache-Control', 'no-store', 'Content-Type', 'text/plain; charset=utf-8'],
  };
}

function pagePolicy(site: Site, { socket, nonce }: { readonly socket: string; readonly nonce?: string }): string {
  const rules = [
    "default-src 'none'",
    "script-src 'self'",
    nonce === undefined ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${socket}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
  ];
  if (site.isProduction) rules.push('upgrade-insecure-requests');
  return rules.join('; ');
}
