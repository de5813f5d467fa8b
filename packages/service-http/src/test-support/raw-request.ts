import { request } from 'node:http';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Sends one request on a connection of its own, byte for byte as a test says; with a length, the body never comes. */
export async function rawRequest(
  url: string,
  given: { method?: string; path?: string; authorization?: string; body?: string; length?: number } = {},
): Promise<RawAnswer> {
  const { method = 'POST', path = '/batch', authorization, body = '', length } = given;
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
  const headers = {
    'content-length': length ?? Buffer.byteLength(body),
    ...(authorization !== undefined && { authorization }),
  };
  const sent = request(new URL(path, url), { method, headers, agent: false }, (answer) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    answer.on('error', reject).on('end', () => {
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
      sent.destroy();
    });
  });
  sent.on('error', reject);
  if (length === undefined) sent.end(body);
  else sent.flushHeaders();
  return await promise;
}
