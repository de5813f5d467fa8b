import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { WebShell } from '@onceover/schema/web/shell';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { HeaderList, SecurityHeaders } from '../http/security-headers.ts';
import { send } from '../http/send.ts';
import { type Asset, bestForm } from '../pages/assets.ts';
import { apiPage } from './api-page.ts';
import { docsStyle } from './docs-style.ts';
import { eventsPage } from './events-page.ts';
import { graphPage } from './graph-page.ts';
import { indexPage } from './index-page.ts';
import { type ApiName, type DocsPage, openApiPaths, pageOf, paths, schemaPathOf } from './page.ts';
import { type AsyncApi, type OpenApi, type Published, publishedTypes, readPublished } from './published.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

export interface DocsParts {
  readonly shell: WebShell;
  readonly headers: SecurityHeaders;
  /** Whether the gateway answers a family of clients; of one that it does not answer there is no document. */
  readonly isOpen: Readonly<Record<Exclude<ApiName, 'v2'>, boolean>>;
}

/**
 * Adds `/docs` to the server: the published documents as they are, and pages for people that are made of them. They are the
 * same for everybody. Each is read and made when it is first asked for, and kept.
 */
export function addDocsRoutes(app: FastifyInstance, { shell, headers, isOpen }: DocsParts): void {
  let read: Published | undefined;
  const published = () => {
    read ??= readPublished();
    return read;
  };
  const page = (path: string, made: () => DocsPage) =>
    add(app, path, { type: 'text/html; charset=utf-8', headers: headers.docs, text: () => pageOf(made(), shell) });
  const file = (path: string, type: string, text: () => string) =>
    add(app, path, { type, headers: headers.plainAsset, text });
  page(paths.index, () => indexPage);
  const others = (['v1', 'later', 'v3'] as const).filter((name) => isOpen[name]);
  page(paths.api, () => apiPage(JSON.parse(published().openApi.v2) as OpenApi, others));
  page(paths.events, () => eventsPage(JSON.parse(published().asyncApi) as AsyncApi));
  page(paths.graph, () => graphPage(published().graph));
  file(paths.openApi, JSON_TYPE, () => published().openApi.v2);
  for (const name of ['v2', ...others] as const) file(openApiPaths[name], JSON_TYPE, () => published().openApi[name]);
  file(paths.asyncApi, JSON_TYPE, () => published().asyncApi);
  file(paths.sdl, 'text/plain; charset=utf-8', () => published().graph);
  file(paths.style, 'text/css; charset=utf-8', () => docsStyle);
  for (const type of publishedTypes()) {
    file(schemaPathOf(type), 'application/schema+json', () => published().events.get(type) ?? '');
  }
}

interface Document {
  readonly type: string;
  readonly headers: HeaderList;
  readonly text: () => string;
}

function add(app: FastifyInstance, path: string, { type, headers, text }: Document): void {
  let made: Promise<Asset> | undefined;
  app.get(path, async (request: FastifyRequest, reply: FastifyReply) => {
    made ??= compressed(text(), type);
    const { body, encoding } = bestForm(await made, request.headers['accept-encoding']);
    const moreHeaders = ['Content-Type', type, ...(encoding === undefined ? [] : ['Content-Encoding', encoding])];
    send(request, reply, { status: 200, headers, body, moreHeaders });
  });
}

const brotli = promisify(brotliCompress);
/** Nearly as small as can be, in a twentieth of the time. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

async function compressed(text: string, type: string): Promise<Asset> {
  const plain = Buffer.from(text);
  const [br, gzipped] = await Promise.all([brotli(plain, quality), promisify(gzip)(plain)]);
  return { type, isHashed: false, plain, br, gzip: gzipped };
}
