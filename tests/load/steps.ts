import { type HttpConnection, requestBytes } from './http-connection.ts';

export const stepNames = ['conceal', 'look', 'reveal', 'share cycle'] as const;
export type StepName = (typeof stepNames)[number];

/** Requests a step sends for one secret. */
export const requestsPerStep: Readonly<Record<StepName, number>> = { conceal: 1, look: 1, reveal: 1, 'share cycle': 3 };

/** 1 KiB of text that needs no percent-encoding, so that bytes on the wire are bytes of the secret. */
export const secretText = 'the quick brown fox jumps over the lazy dog '.repeat(24).slice(0, 1024).replaceAll(' ', '-');

const concealForm = `secret=${secretText}&ttl=3600`;
const revealForm = 'continue=true';

/** Creates one secret and returns its key. */
export async function conceal(connection: HttpConnection, host: string): Promise<string> {
  const { status, body } = await connection.send(requestBytes('POST', host, '/api/v2/secret/conceal', concealForm));
  if (status !== 200) throw new Error(`conceal answered ${status}`);
  return (JSON.parse(body) as { record: { secret: { key: string } } }).record.secret.key;
}

export async function look(connection: HttpConnection, host: string, key: string): Promise<void> {
  const { status } = await connection.send(requestBytes('GET', host, `/api/v2/secret/${key}`));
  if (status !== 200) throw new Error(`look answered ${status}`);
}

export async function reveal(connection: HttpConnection, host: string, key: string): Promise<void> {
  const { status, body } = await connection.send(requestBytes('POST', host, `/api/v2/secret/${key}`, revealForm));
  if (status !== 200) throw new Error(`reveal answered ${status}`);
  if (!body.includes(secretText)) throw new Error('reveal answered without the secret');
}
