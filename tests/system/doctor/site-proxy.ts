import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { testCertificate } from '@onceover/testing/test-certificate';

/** How a proxy may get it wrong. */
export interface ProxyManner {
  /** `set` is right; `pass` believes visitors, `drop` says nothing of them. */
  readonly visitor: 'set' | 'pass' | 'drop';
  readonly dropsHsts: boolean;
  /** Where it passes requests on to; null: it answers by itself. */
  readonly target: string | null;
}

export interface SiteProxy extends AsyncDisposable {
  readonly port: number;
  /** PEM; whoever trusts it trusts all certificates of this proxy's host. */
  readonly authority: string;
  manner: ProxyManner;
  /** Shows a certificate that ends in so many days. */
  renew(days: number): string;
}

/** A proxy that ends TLS in front of Onceover, as docs/OPERATIONS.md wants it. */
export async function startSiteProxy(host: string, target: string): Promise<SiteProxy> {
  const made = testCertificate(host, { days: 90 });
  const proxy = { manner: { visitor: 'set', dropsHsts: false, target } as ProxyManner };
  const server = createServer(made, (incoming, answer) => passOn(incoming, answer, proxy.manner));
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return Object.assign(proxy, {
    port: (server.address() as AddressInfo).port,
    authority: made.cert,
    renew(days: number) {
      const next = testCertificate(host, { from: new Date(Date.now() - 86_400_000), days: days + 1 });
      server.setSecureContext(next);
      return next.cert;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function passOn(incoming: IncomingMessage, answer: ServerResponse, { visitor, dropsHsts, target }: ProxyManner): void {
  if (target === null) {
    answer.writeHead(200, { 'Strict-Transport-Security': 'max-age=1' }).end('somebody else');
    return;
  }
  const { 'x-forwarded-for': claimed, 'x-forwarded-host': _, ...headers } = incoming.headers;
  const named = { set: incoming.socket.remoteAddress, pass: claimed, drop: undefined }[visitor];
  const forwarded = named === undefined ? headers : { ...headers, 'x-forwarded-for': named };
  const asked = request(new URL(incoming.url ?? '/', target), {
    method: incoming.method,
    headers: forwarded,
    agent: false,
  });
  asked.once('error', () => answer.writeHead(502).end());
  asked.once('response', (found) => {
    const { 'strict-transport-security': hsts, ...rest } = found.headers;
    answer.writeHead(
      found.statusCode ?? 502,
      dropsHsts || hsts === undefined ? rest : { ...rest, 'strict-transport-security': hsts },
    );
    found.pipe(answer);
  });
  incoming.pipe(asked);
}
