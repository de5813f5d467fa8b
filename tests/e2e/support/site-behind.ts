import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The site behind an address of its own, where a test may replace what one path answers. */
export interface SiteBehind extends AsyncDisposable {
  readonly origin: string;
  /** What the path answers instead, with the site's own headers. */
  replace(path: string, edit: (body: string) => string): void;
  /** `METHOD path` and the whole body of every request that reached the site. */
  readonly reached: readonly { readonly what: string; readonly body: string }[];
}

export async function siteBehind(url: string): Promise<SiteBehind> {
  const edits = new Map<string, (body: string) => string>();
  const reached: { what: string; body: string }[] = [];
  const server = createServer((asked, answer) => {
    void pass(asked, answer, { url, edits, reached });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    replace: (path, edit) => void edits.set(path, edit),
    reached,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

interface Passing {
  readonly url: string;
  readonly edits: ReadonlyMap<string, (body: string) => string>;
  readonly reached: { what: string; body: string }[];
}

async function pass(asked: IncomingMessage, answer: ServerResponse, { url, edits, reached }: Passing): Promise<void> {
  const path = asked.url ?? '/';
  const body = await read(asked);
  reached.push({ what: `${asked.method} ${path}`, body: body.toString() });
  const { host } = new URL(url);
  const headers = { ...asked.headers, host, 'accept-encoding': 'identity', connection: 'close' };
  const answered = async (found: IncomingMessage): Promise<void> => {
    const edit = edits.get(path);
    const content = await read(found);
    const sent = edit === undefined ? content : Buffer.from(edit(content.toString()));
    answer.writeHead(found.statusCode ?? 500, { ...found.headers, 'content-length': sent.length });
    answer.end(asked.method === 'HEAD' ? undefined : sent);
  };
  const options = { method: asked.method ?? 'GET', headers };
  const passed = request(url + path, options, (found) => void answered(found).catch(() => answer.destroy()));
  passed.on('error', () => answer.destroy());
  passed.end(body);
}

async function read(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
