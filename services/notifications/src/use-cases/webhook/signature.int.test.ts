import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newWebhookKeyPair, newWebhookSecret, signatureHeaders } from './signature.ts';

/** Prints, for each line of input, what the official library for Python makes of it: the payload, or why it refuses. */
const verifyLines = `
import json, sys
from standardwebhooks.webhooks import Webhook, WebhookVerificationError
for line in sys.stdin:
    given = json.loads(line)
    try:
        print(json.dumps(Webhook(given["secret"]).verify(given["body"], given["headers"])))
    except WebhookVerificationError as error:
        print(json.dumps({"refused": str(error)}))
`;

interface Given {
  readonly secret: string;
  readonly body: string;
  readonly headers: ReturnType<typeof signatureHeaders>;
}

/** The Python beside Schemathesis has it. */
function inPython(given: readonly Given[]): unknown[] {
  const { SCHEMATHESIS } = process.env;
  if (!SCHEMATHESIS) {
    throw new Error(
      'There is no Python with standardwebhooks: npm test installs it, beside the program in SCHEMATHESIS.',
    );
  }
  const python = path.join(path.dirname(realpathSync(SCHEMATHESIS)), 'python');
  const input = given.map((each) => `${JSON.stringify(each)}\n`).join('');
  const printed = execFileSync(python, ['-I', '-c', verifyLines], { input, encoding: 'utf8', timeout: 60_000 });
  return printed
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('the official library for Python verifies what is signed, with either secret, and nothing else', () => {
  const [secret, old, other] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];
  const { privateKey } = newWebhookKeyPair();
  const body = '{"tea":"Grüner 🫖","size":1.50}';
  const now = Math.floor(Date.now() / 1000);
  const signedAt = (timestampSeconds: number) =>
    signatureHeaders({ id: 'e1', timestampSeconds, body, secrets: [secret, old], privateKey });
  const headers = signedAt(now);
  expect(
    inPython([
      { secret, body, headers },
      { secret: old, body, headers },
      { secret: other, body, headers },
      { secret, body: `${body} `, headers },
      { secret, body, headers: { ...headers, 'webhook-id': 'e2' } },
      { secret, body, headers: signedAt(now - 301) },
    ]),
  ).toEqual([
    { tea: 'Grüner 🫖', size: 1.5 },
    { tea: 'Grüner 🫖', size: 1.5 },
    { refused: 'No matching signature found' },
    { refused: 'No matching signature found' },
    { refused: 'No matching signature found' },
    { refused: 'Message timestamp too old' },
  ]);
});
