import { lookDocument, secretText } from './steps.ts';

export interface SampleAnswers {
  readonly conceal: string;
  readonly look: string;
  readonly lookByGraphql: string;
  readonly reveal: string;
}

/** The product's own answers to the requests of the steps, for the bare server to repeat. */
export async function sampleAnswers(port: number): Promise<SampleAnswers> {
  const origin = `http://127.0.0.1:${port}`;
  const secrets = `${origin}/api/v2/secret`;
  const conceal = await text(`${secrets}/conceal`, new URLSearchParams({ secret: secretText, ttl: '3600' }));
  const { key } = (JSON.parse(conceal) as { record: { secret: { key: string } } }).record.secret;
  const look = await text(`${secrets}/${key}`);
  const lookByGraphql = await text(`${origin}/graphql`, JSON.stringify({ query: lookDocument, variables: { key } }));
  const reveal = await text(`${secrets}/${key}`, new URLSearchParams({ continue: 'true' }));
  return { conceal, look, lookByGraphql, reveal };
}

async function text(url: string, body?: URLSearchParams | string): Promise<string> {
  const headers: Record<string, string> = typeof body === 'string' ? { 'Content-Type': 'application/json' } : {};
  const answer = await fetch(url, body === undefined ? {} : { method: 'POST', body, headers });
  if (!answer.ok) throw new Error(`the sample request answered ${answer.status}`);
  return answer.text();
}
