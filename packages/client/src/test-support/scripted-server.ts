/** One request as a scripted server got it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at bodies of many shapes.
  readonly fields: any;
}

type Reply = Response | Error | ((request: SeenRequest) => Response | Promise<Response>);

export function json(body: object, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}

/** What the platform throws when an answer is lost; its cause names the address, as undici's does. */
export function lostAnswer(): Error {
  const cause = Object.assign(new Error('other side closed at /secret/LINKKEY'), { code: 'UND_ERR_SOCKET' });
  return new TypeError('fetch failed', { cause });
}

/** A `fetch` that gives these replies in their order, and notes the requests. */
export function scriptedServer(...replies: readonly Reply[]): {
  readonly fetch: typeof globalThis.fetch;
  readonly seen: SeenRequest[];
} {
  const seen: SeenRequest[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const request: SeenRequest = {
      method: init?.method ?? 'GET',
      path: new URL(String(url)).pathname,
      query: new URL(String(url)).search,
      headers: new Headers(init?.headers),
      fields: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
    };
    const reply = replies[seen.length];
    seen.push(request);
    if (reply === undefined) throw new Error(`nothing is scripted for request ${seen.length}: ${request.path}`);
    if (reply instanceof Error) throw reply;
    return typeof reply === 'function' ? await reply(request) : reply;
  };
  return { fetch, seen };
}
