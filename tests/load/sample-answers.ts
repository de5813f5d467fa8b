import { secretText } from './steps.ts';

/** The product's own answers to the three requests, for the bare server to repeat. */
export async function sampleAnswers(port: number): Promise<{ conceal: string; look: string; reveal: string }> {
  const origin = `http://127.0.0.1:${port}/api/v2/secret`;
  const conceal = await text(`${origin}/conceal`, { secret: secretText, ttl: '3600' });
  const { key } = (JSON.parse(conceal) as { record: { secret: { key: string } } }).record.secret;
  const look = await text(`${origin}/${key}`);
  const reveal = await text(`${origin}/${key}`, { continue: 'true' });
  return { conceal, look, reveal };
}

async function text(url: string, form?: Record<string, string>): Promise<string> {
  const answer = await fetch(url, form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) });
  if (!answer.ok) throw new Error(`the sample request answered ${answer.status}`);
  return answer.text();
}
