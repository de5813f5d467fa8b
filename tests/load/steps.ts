import { type HttpConnection, type RawAnswer, requestBytes } from './http-connection.ts';

/** What is measured: the three requests, all three for one secret, and the look through `/graphql`. Reveal ends what conceal began. */
export const stepNames = ['cycle', 'conceal', 'look', 'look by GraphQL', 'reveal'] as const;
/** One secret concealed and opened by each dialect of the API, which `npm run bench:dialects` compares. */
export const pairNames = ['pair by D18', 'pair by v1', 'pair by later v2'] as const;
export type StepName = (typeof stepNames)[number] | (typeof pairNames)[number];

/** The requests of a cycle, in their order. */
export const requestSteps = ['conceal', 'look', 'reveal'] as const satisfies readonly StepName[];

/** 1 KiB of text that needs no percent-encoding, so that bytes on the wire are bytes of the secret. */
export const secretText = 'the quick brown fox jumps over the lazy dog '.repeat(24).slice(0, 1024).replaceAll(' ', '-');

/** What visitors may send to `/graphql`; the key travels as a variable. */
export const lookDocument = 'query Look($key: String!) { secret(key: $key) { shortkey hasPassphrase } }';

const concealForm = `secret=${secretText}&ttl=3600`;
const revealForm = 'continue=true';
const laterForm = JSON.stringify({ secret: { secret: secretText, ttl: 3600 } });

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
    const path = `/api/v2/secret/${key}`;
    this.#expectOpened('reveal', await connection.send(requestBytes('POST', this.#host, path, revealForm)));
  }

  async lookByGraphql(connection: HttpConnection, key: string): Promise<void> {
    const body = JSON.stringify({ query: lookDocument, variables: { key } });
    const answer = await connection.send(requestBytes('POST', this.#host, '/graphql', body, 'application/json'));
    expectOk('look by GraphQL', answer);
    if (!answer.body.includes('"hasPassphrase":false')) throw new Error('look by GraphQL answered without the secret');
  }

  async pair(connection: HttpConnection, dialect: (typeof pairNames)[number]): Promise<void> {
    if (dialect === 'pair by D18') await this.reveal(connection, await this.conceal(connection));
    else if (dialect === 'pair by v1') await this.#pairByV1(connection);
    else await this.#pairByLater(connection);
  }

  async #pairByV1(connection: HttpConnection): Promise<void> {
    const shared = await connection.send(requestBytes('POST', this.#host, '/api/v1/share', concealForm));
    expectOk('pair by v1', shared);
    const { secret_key } = JSON.parse(shared.body) as { secret_key: string };
    this.#expectOpened(
      'pair by v1',
      await connection.send(requestBytes('POST', this.#host, `/api/v1/secret/${secret_key}`, '')),
    );
  }

  async #pairByLater(connection: HttpConnection): Promise<void> {
    const json = 'application/json';
    const path = '/api/v2/secret';
    const shared = await connection.send(requestBytes('POST', this.#host, `${path}/conceal`, laterForm, json));
    expectOk('pair by later v2', shared);
    const { identifier } = (JSON.parse(shared.body) as { record: { secret: { identifier: string } } }).record.secret;
    const body = '{"continue":true}';
    const opened = await connection.send(requestBytes('POST', this.#host, `${path}/${identifier}/reveal`, body, json));
    this.#expectOpened('pair by later v2', opened);
  }

  #expectOpened(step: StepName, answer: RawAnswer): void {
    expectOk(step, answer);
    if (!answer.body.includes(secretText)) throw new Error(`${step} answered without the secret`);
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
