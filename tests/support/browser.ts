import { type Answer, ask, post } from './http.ts';

type Fields = Readonly<Record<string, string>>;

/** Keeps cookies as a browser does, and adopts form tokens as the web app does. */
export class Browser {
  readonly url: string;
  readonly #cookies = new Map<string, string>();
  #shrimp: string | undefined;

  constructor(url: string) {
    this.url = url;
  }

  /** The `Cookie` header; undefined without cookies. */
  get cookie(): string | undefined {
    return this.#cookies.size === 0
      ? undefined
      : [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** As a real browser is given them. */
  get cookies(): { name: string; value: string; url: string }[] {
    return [...this.#cookies].map(([name, value]) => ({ name, value, url: this.url }));
  }

  /** The form token that it would send. */
  get shrimp(): string | undefined {
    return this.#shrimp;
  }

  async get(path: string, headers: Fields = {}): Promise<Answer> {
    return this.#adopt(await ask(this.url, path, { headers: { ...this.#cookieHeader(), ...headers } }));
  }

  async post(path: string, fields: Fields = {}, headers: Fields = {}): Promise<Answer> {
    const shrimp = await this.#currentShrimp();
    const all = shrimp === undefined ? fields : { ...fields, shrimp };
    return this.#adopt(await post(this.url, path, all, { ...this.#cookieHeader(), ...headers }));
  }

  /** Runs a document of the graph. */
  async graph(query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
    const shrimp = await this.#currentShrimp();
    const token: Fields = shrimp === undefined ? {} : { 'o-shrimp': shrimp };
    const headers = { 'content-type': 'application/json', ...this.#cookieHeader(), ...token };
    return this.#adopt(await ask(this.url, '/graphql', { body: JSON.stringify({ query, variables }), headers }));
  }

  /** The same cookies and token in a second browser, as a thief would have them; it may go in by another gateway. */
  copy(url = this.url): Browser {
    const other = new Browser(url);
    for (const [name, value] of this.#cookies) other.#cookies.set(name, value);
    other.#shrimp = this.#shrimp;
    return other;
  }

  #cookieHeader(): Fields {
    const { cookie } = this;
    return cookie === undefined ? {} : { cookie };
  }

  async #currentShrimp(): Promise<string | undefined> {
    if (this.#shrimp === undefined && this.#cookies.has('sess')) {
      this.#adopt(await post(this.url, '/api/v2/validate-shrimp', {}, this.#cookieHeader()));
    }
    return this.#shrimp;
  }

  #adopt(answer: Answer): Answer {
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      if (value === '' || /;\s*max-age=0\b/i.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const shrimp = answer.json?.shrimp;
    if (typeof shrimp === 'string') this.#shrimp = shrimp;
    return answer;
  }
}
