import type { Page, WebSocketRoute } from '@playwright/test';

/** A message of graphql-transport-ws. */
interface Message {
  readonly type: string;
  readonly id?: string;
  readonly payload?: { readonly variables?: { readonly after?: string | null } };
}

/** The service's place at the other end of the socket: it tells the page what a test says, and remembers what it asked. */
export class ToldActivity {
  /** The last item that the page said it had seen, for every time it asked. */
  readonly after: (string | null)[] = [];
  /** Whether new sockets are refused. */
  isDown = false;
  #socket: WebSocketRoute | undefined;
  #id: string | undefined;
  #seq = 0;
  /** What was told before the page asked: it says "Live" a moment earlier. */
  #untold: object[] = [];

  static async on(page: Page): Promise<ToldActivity> {
    const told = new ToldActivity();
    await page.routeWebSocket('**/graphql', (socket) => told.#greet(socket));
    return told;
  }

  /** Something that happened to a secret, in Unix seconds; `secret` as it stands now. */
  tell(
    kind: string,
    what: { readonly secret?: object; readonly incoming?: object; readonly counts?: object; readonly at?: number } = {},
  ): void {
    this.#seq += 1;
    const { secret = null, incoming = null, counts, at = 1_900_000_000 } = what;
    const recentCounts = counts === undefined ? null : { __typename: 'RecentCounts', ...counts };
    const customer = { __typename: 'Customer', id: 'me', recentCounts };
    const item = {
      __typename: 'SecretActivity',
      seq: `${this.#seq}`,
      at,
      kind,
      secret,
      incoming,
      customer,
    };
    if (this.#id === undefined) this.#untold.push(item);
    else this.#sendItem(item);
  }

  /** Ends the stream with an error of the graph. */
  end(code: string): void {
    this.#send({ type: 'error', id: this.#id, payload: [{ message: code, extensions: { code } }] });
  }

  /** Closes the socket, and refuses the next ones. */
  async stop(): Promise<void> {
    this.isDown = true;
    await this.#socket?.close({ code: 1013 });
  }

  #greet(socket: WebSocketRoute): void {
    if (this.isDown) return void socket.close({ code: 1013 });
    this.#socket = socket;
    socket.onMessage((text) => this.#hear(JSON.parse(`${text}`)));
  }

  #hear({ type, id, payload }: Message): void {
    if (type === 'connection_init') this.#send({ type: 'connection_ack' });
    if (type === 'ping') this.#send({ type: 'pong' });
    if (type !== 'subscribe') return;
    this.#id = id;
    this.after.push(payload?.variables?.after ?? null);
    for (const item of this.#untold.splice(0)) this.#sendItem(item);
  }

  #sendItem(item: object): void {
    this.#send({ type: 'next', id: this.#id, payload: { data: { secretActivity: item } } });
  }

  #send(message: object): void {
    this.#socket?.send(JSON.stringify(message));
  }
}

/** A row of the lists of secrets, as the graph gives it. */
export function toldSecret(place: number, change: object = {}): object {
  return {
    __typename: 'Metadata',
    key: `${place}`.padStart(31, 'h'),
    shortkey: `meta${place}`.padEnd(8, '0'),
    secretShortkey: `told${place}`.padEnd(8, '0'),
    state: 'NEW',
    created: 1_900_000_000 + place,
    expiration: 1_900_600_000,
    received: null,
    burned: null,
    burnedByOperator: false,
    expired: null,
    recipients: null,
    label: null,
    deliveries: [],
    refusedOpenings: [],
    programCount: 0,
    ...change,
  };
}
