import { type HttpConnection, type RawAnswer, requestBytes } from './http-connection.ts';

/** What is measured: the three requests, all three for one secret, and the look through `/graphql`. Reveal ends what conceal began. */
export const stepNames = ['cycle', 'conceal', 'look', 'look by GraphQL', 'reveal'] as const;
export type StepName = (typeof stepNames)[number];

/** The requests of a cycle, in their order. */
export const requestSteps = ['conceal', 'look', 'reveal'] as const satisfies readonly StepName[];

/** 1 KiB of text that needs no percent-encoding, so that bytes on the wire are bytes of the secret. */
export const secretText = 'the quick brown fox jumps over the lazy dog '.repeat(24).slice(0, 1024).replaceAll(' ', '-');

/** What visitors may send to `/graphql`; the key travels as a variable. */
export const lookDocument = 'query Look($key: String!) { secret(key: $key) { shortkey hasPassphrase } }';

const concealForm = `secret=${secretText}&ttl=3600`;
const revealForm = 'continue=true';

/** The steps against one address; requests that stay the same are put together once. */
export class Visitor {
  readonly #host: string;
  readonly #conceal: string;

  constructor(host: string) {
    this.#host = host;
    this.#conceal = requestBytes('POST', host, '/api/v2/secret/conceal', concealForm);
  }

  /** Creates one secret and returns its key. */
  async conceal(connection: HttpConnection): Promise<string> {
    const answer = await connection.send(this.#conceal);
    expectOk('conceal', answer);
    return (JSON.parse(answer.body) as { record: { secret: { key: string } } }).record.secret.key;
  }

  async look(connection: HttpConnection, key: string): Promise<void> {
    expectOk('look', await connection.send(requestBytes('GET', this.#host, `/api/v2/secret/${key}`)));
  }

  async reveal(connection: HttpConnection, key: string): Promise<void> {
    const answer = await connection.send(requestBytes('POST', this.#host, `/api/v2/secret/${key}`, revealForm));
    expectOk('reveal', answer);
    if (!answer.body.includes(secretText)) throw new Error('reveal answered without the secret');
  }

  async lookByGraphql(connection: HttpConnection, key: string): Promise<void> {
    const body = JSON.stringify({ query: lookDocument, variables: { key } });
    const answer = await connection.send(requestBytes('POST', this.#host, '/graphql', body, 'application/json'));
    expectOk('look by GraphQL', answer);
    if (!answer.body.includes('"hasPassphrase":false')) throw new Error('look by GraphQL answered without the secret');
  }

  async cycle(connection: HttpConnection): Promise<void> {
    const key = await this.conceal(connection);
    await this.look(connection, key);
    await this.reveal(connection, key);
  }
}

function expectOk(step: StepName, { status, body }: RawAnswer): void {
  if (status !== 200) throw new Error(`${step} answered ${status} ${body.slice(0, 200)}`);
}
