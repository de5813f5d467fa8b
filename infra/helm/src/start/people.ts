import { request } from 'node:http';

interface Answer {
  readonly status: number | undefined;
  readonly text: string;
}

/** Asks a gateway as the proxy before it does. */
function ask(address: string, path: string, form: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const headers = { host: 'once.example.com', 'content-type': 'application/x-www-form-urlencoded' };
  const asking = request({ host: address, port: 3000, path, method: 'POST', headers }, (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    response.once('end', () => resolve({ status: response.statusCode, text }));
  });
  asking.once('error', reject);
  asking.end(form);
  return promise;
}

/** Shares a secret and opens it twice. What is wrong is a sentence. */
export async function problemsOfPeople(address: string): Promise<readonly string[]> {
  const made = await ask(address, '/api/v2/secret/conceal', 'secret=once');
  if (made.status !== 200) return [`nobody can share a secret: ${made.status} ${made.text}`];
  const { record } = JSON.parse(made.text) as { record: { secret: { key: string } } };
  const open = () => ask(address, `/api/v2/secret/${record.secret.key}`, 'continue=true');
  const [first, second] = [await open(), await open()];
  if (first.status === 200 && first.text.includes('"once"') && second.status === 404) return [];
  return [`a secret does not open once: ${first.status}, then ${second.status}`];
}
