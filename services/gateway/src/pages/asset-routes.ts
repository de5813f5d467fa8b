import { locales } from '@onceover/schema/locales';
import { manifestOf } from '@onceover/schema/web/app-files';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SecurityHeaders } from '../http/security-headers.ts';
import { send } from '../http/send.ts';
import { type Asset, bestForm } from './assets.ts';

const ROBOTS = `User-agent: *
${['/secret', '/private', '/incoming', '/account', '/dashboard', '/recent', '/colonel'].map((path) => `Disallow: ${path}`).join('\n')}
`;
/** Files of the web build that browsers and chats ask for by these names. */
const PLAIN_FILES = [
  'favicon.ico',
  'favicon.svg',
  'apple-touch-icon.png',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'unfurl.png',
  // In English, as pages named it before there was one for each language.
  'manifest.webmanifest',
  ...locales.map(({ code }) => manifestOf(code)),
];
const PLAIN_TEXT = ['Content-Type', 'text/plain; charset=utf-8'];

/** Adds `/dist/`, icons, the manifests and robots.txt to the server. An unknown file is 404, never a page. */
export function addAssetRoutes(
  app: FastifyInstance,
  assets: ReadonlyMap<string, Asset>,
  headers: SecurityHeaders,
): void {
  const missing = (request: FastifyRequest, reply: FastifyReply) =>
    send(request, reply, { status: 404, headers: headers.missingAsset, body: 'Not Found\n' });
  app.get('/dist/*', (request, reply) => {
    const asset = assets.get((request.params as { readonly '*': string })['*']);
    if (asset === undefined) missing(request, reply);
    else sendAsset(request, reply, { asset, headers });
  });
  for (const file of PLAIN_FILES) {
    const asset = assets.get(file);
    app.get(`/${file}`, (request, reply) => {
      if (asset === undefined) missing(request, reply);
      else sendAsset(request, reply, { asset, headers });
    });
  }
  app.get('/robots.txt', (request, reply) =>
    send(request, reply, { status: 200, headers: headers.plainAsset, body: ROBOTS, moreHeaders: PLAIN_TEXT }),
  );
}

function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  { asset, headers }: { readonly asset: Asset; readonly headers: SecurityHeaders },
): void {
  const { body, encoding } = bestForm(asset, request.headers['accept-encoding']);
  const moreHeaders = ['Content-Type', asset.type];
  if (encoding !== undefined) moreHeaders.push('Content-Encoding', encoding);
  send(request, reply, {
    status: 200,
    headers: asset.isHashed ? headers.hashedAsset : headers.plainAsset,
    body,
    moreHeaders,
  });
}
