const TIMEOUT_MS = 30_000;

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The body, if it is JSON. */
  json<Shape>(): Shape;
}

/** One request on a connection of its own, which a killed server cannot have taken with it. */
export async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  const headers = { connection: 'close', ...(init.headers as Record<string, string> | undefined) };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { ...init, headers, redirect: 'manual', signal });
  const text = await response.text();
  return { status: response.status, text, json: () => JSON.parse(text) };
}

export function asJson(body: unknown, headers: Readonly<Record<string, string>> = {}): RequestInit {
  const type = { 'content-type': 'application/json', accept: 'application/json' };
  return { method: 'POST', headers: { ...type, ...headers }, body: JSON.stringify(body) };
}

export function asForm(
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): RequestInit {
  return { method: 'POST', headers, body: new URLSearchParams(fields) };
}

/** For an answer that says neither what is asked for nor that it is gone. */
export function unexpected({ status, text }: Answer): Error {
  return new Error(`answered ${status}: ${text.replaceAll(/\s+/g, ' ').slice(0, 120)}`);
}
