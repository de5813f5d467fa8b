import { setTimeout as sleep } from 'node:timers/promises';
import { webOperations } from '@onceover/schema/operations';
import { type ApiAnswer, ApiClient, linksOf } from '../support/api-client.ts';
import type { Browser } from '../support/browser.ts';
import type { Answer } from '../support/http.ts';
import type { Person } from '../support/people.ts';
import { type Answers, type AnyAnswer, judgeGraph, judgeRest, type Kind, type Verdict } from './answers.ts';
import type { Entry, Ledger } from './ledger.ts';
import type { ProofPlace } from './place.ts';

const READERS = 3;
const VISITORS = 4;
const PAUSE_MS = 60;
/** Whoever gets no answer asks again after so long. */
const AGAIN_MS = 200;
/** Whoever gets none for so long has found a fault. */
const PATIENCE_MS = 60_000;
/** Checks of one domain in an hour are counted; after some it is replaced. */
const CHECKS_EACH = 4;

const dashboard = textOf('Dashboard');
const ownTrail = textOf('OwnTrail');
const lists = { waiting: 5, received: 5, unopened: 5 };

/** Who uses the product. */
export interface TrafficPeople {
  readonly customers: readonly Person[];
  /** Whoever signs in often ends their oldest sessions, so somebody else does. */
  readonly signsIn: Person;
}

/** A way to ask one gateway: as nobody, and as each customer. */
interface Gate {
  readonly client: ApiClient;
  readonly browsers: ReadonlyMap<Person, Browser>;
}

type Send = (gate: Gate, headers: Readonly<Record<string, string>>) => Promise<AnyAnswer>;

/**
 * People who conceal, look, read, burn, send emails, sign in and look at their pages all the time, by every gateway in turn. Each
 * request has a key that makes asking again safe, and is asked again until it is answered for certain.
 */
export class Traffic implements Disposable {
  readonly #gates: readonly Gate[];
  readonly #place: ProofPlace;
  readonly #people: TrafficPeople;
  readonly #ledger: Ledger;
  readonly #answers: Answers;
  readonly #emailed: { readonly recipient: string; readonly entry: Entry }[] = [];
  #isOver = false;
  #turn = 0;
  #running: Promise<unknown> = Promise.resolve();

  constructor(
    place: ProofPlace,
    people: TrafficPeople,
    { ledger, answers }: { readonly ledger: Ledger; readonly answers: Answers },
  ) {
    this.#place = place;
    this.#people = people;
    this.#ledger = ledger;
    this.#answers = answers;
    this.#gates = place.split.urls.map((url) => ({
      // On one that was kept, a request may meet the end of it, which is nobody's fault.
      client: new ApiClient(url, { keepAlive: false }),
      browsers: new Map(people.customers.map((person) => [person, person.browser.copy(url)])),
    }));
  }

  begin(): void {
    this.#isOver = false;
    const { customers, signsIn } = this.#people;
    const [first] = customers;
    const work = [
      ...Array.from({ length: VISITORS }, () => () => this.#visit()),
      ...customers.map((person) => () => this.#customer(person)),
      () => this.#domains(first as Person),
      () => this.#signIn(signsIn),
    ];
    this.#running = Promise.all(work.map((each) => this.#repeat(each)));
  }

  /** Resolves when nobody waits for an answer any more. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  /** Reads what was kept for the end. */
  async readKept(): Promise<void> {
    this.#ledger.kept.push(...this.#emailed.splice(0).map(({ entry }) => entry));
    for (let entry = this.#ledger.kept.pop(); entry !== undefined; entry = this.#ledger.kept.pop()) {
      await this.#readBySeveral(entry);
    }
  }

  [Symbol.dispose](): void {
    for (const { client } of this.#gates) client[Symbol.dispose]();
  }

  async #repeat(work: () => Promise<void>): Promise<void> {
    while (!this.#isOver) {
      await work().catch((error: Error) => this.#ledger.problems.push(error.message));
      await sleep(PAUSE_MS);
    }
  }

  /** A secret from its beginning to one of its ends. */
  async #visit(): Promise<void> {
    const content = `kept ${crypto.randomUUID()}`;
    const concealed = await this.#until('conceal', ({ client }, headers) => {
      return client.post('/api/v2/secret/conceal', { secret: content }, headers);
    });
    const entry = this.#ledger.add(content, linksOf(concealed as ApiAnswer));
    const { secretKey, metadataKey } = entry.links;
    await this.#until('look', ({ client }) => client.look(secretKey));
    await this.#until('metadata', ({ client }) => client.metadata(metadataKey));
    await this.#until('page', ({ client }) => client.get('/'));
    const fate = Math.random();
    if (fate < 0.1) this.#ledger.kept.push(entry);
    else if (fate < 0.3) await this.#burn(entry);
    else await this.#readBySeveral(entry);
  }

  /** Several at once: one of them gets it. */
  async #readBySeveral(entry: Entry): Promise<void> {
    await Promise.all(Array.from({ length: READERS }, () => this.#read(entry)));
    this.#ledger.close(entry);
  }

  async #read(entry: Entry): Promise<void> {
    const judge = (answer: AnyAnswer): Verdict => (isGone(answer) ? 'well' : judgeRest(answer));
    const ask: Send = ({ client }, headers) => client.reveal(entry.links.secretKey, {}, headers);
    const { body } = await this.#until('reveal', ask, judge);
    if (body.record?.secret_value === entry.content) entry.readers += 1;
  }

  /** After an answer that was lost, a burn says that there is nothing to burn. */
  async #burn(entry: Entry): Promise<void> {
    let tries = 0;
    const judge = (answer: AnyAnswer): Verdict =>
      tries > 1 && answer.body?.code === 'not_burned' ? 'well' : judgeRest(answer);
    entry.isBurned = true;
    const burn: Send = ({ client }) => {
      tries += 1;
      return client.burn(entry.links.metadataKey);
    };
    await this.#until('burn', burn, judge);
    await this.#readBySeveral(entry);
  }

  async #customer(person: Person): Promise<void> {
    const recipient = `to-${crypto.randomUUID()}@example.com`;
    const fields = { secret: 'by email', recipient };
    const { body } = await this.#until('email a link', async (gate, headers) => {
      return of(await browserIn(gate, person).post('/api/v2/secret/conceal', fields, headers));
    });
    this.#ledger.recipients.push(recipient);
    await this.#until(
      'dashboard',
      async (gate) => of(await browserIn(gate, person).graph(dashboard, lists)),
      judgeGraph,
    );
    this.#emailed.push({ recipient, entry: this.#ledger.add('by email', linksOf({ status: 200, headers: {}, body })) });
    await this.#readEmailed();
    await this.#until('trail', async (gate) => of(await browserIn(gate, person).graph(ownTrail)), judgeGraph);
    await sleep(PAUSE_MS * 15);
  }

  /** Nobody is emailed about what is gone, so a secret is read after its email. */
  async #readEmailed(): Promise<void> {
    const come = new Set(this.#place.received().map(({ to }) => to));
    const at = this.#emailed.findIndex(({ recipient }) => come.has(recipient));
    const [emailed] = at === -1 ? [] : this.#emailed.splice(at, 1);
    if (emailed !== undefined) await this.#readBySeveral(emailed.entry);
  }

  async #signIn({ email, password }: Person): Promise<void> {
    await this.#until('sign in', ({ client }) => client.post('/api/v2/signin', { email, password }));
    await sleep(PAUSE_MS * 10);
  }

  /** One domain has its record, the other has not: never is it taken for proven. */
  async #domains(person: Person): Promise<void> {
    const ask = async (path: string, fields: Readonly<Record<string, string>> = {}) =>
      this.#until('check a domain', async (gate) => of(await browserIn(gate, person).post(path, fields)), judgeAdding);
    const base = '/api/v2/account/domains';
    for (const isPublished of [true, false]) {
      const domain = `d${crypto.randomUUID().slice(0, 8)}.acme-links.com`;
      await ask(`${base}/add`, { domain });
      const { body } = await this.#until('check a domain', async (gate) => {
        return of(await browserIn(gate, person).get(`${base}/${domain}`));
      });
      const { txt_validation_host: host, base_domain: zone, txt_validation_value: text } = body.record;
      if (isPublished) await this.#place.publish(`${host}.${zone}`, text);
      for (let check = 0; check < CHECKS_EACH && !this.#isOver; check += 1) {
        await this.#check(`${base}/${domain}/verify`, person, isPublished);
        await sleep(PAUSE_MS * 5);
      }
      await ask(`${base}/${domain}/remove`);
    }
  }

  /** Asked once: what is pending says so, and is checked again later. */
  async #check(path: string, person: Person, isPublished: boolean): Promise<void> {
    const judge = (answer: AnyAnswer): Verdict => {
      if (answer.status !== 200) return judgeRest(answer);
      const { verified } = answer.body.record;
      if (verified === isPublished) return 'well';
      return verified ? 'wrong' : 'away';
    };
    await this.#ask('check a domain', async (gate) => of(await browserIn(gate, person).post(path)), judge);
  }

  async #until(kind: Kind, send: Send, judge = judgeRest): Promise<AnyAnswer> {
    const end = performance.now() + PATIENCE_MS;
    const headers = { 'idempotency-key': crypto.randomUUID() };
    for (;;) {
      const [verdict, answer] = await this.#ask(kind, (gate) => send(gate, headers), judge);
      if (verdict === 'well' && answer !== null) return answer;
      if (verdict === 'wrong') throw new Error(`${kind} was answered wrongly`);
      if (performance.now() > end) throw new Error(`${kind} was not answered within ${PATIENCE_MS / 1_000} s`);
      await sleep(AGAIN_MS);
    }
  }

  /** Asks the next gateway once, and counts the answer. */
  async #ask(kind: Kind, send: Send, judge: (answer: AnyAnswer) => Verdict): Promise<[Verdict, AnyAnswer | null]> {
    this.#turn += 1;
    const gate = this.#gates[this.#turn % this.#gates.length] as Gate;
    const began = performance.now();
    const answer = await send(gate, {}).catch((error: Error) => error);
    const verdict = answer instanceof Error ? 'cut' : judge(answer);
    const what =
      answer instanceof Error ? answer.message : `${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`;
    this.#answers.add(kind, verdict, performance.now() - began, what);
    return [verdict, answer instanceof Error ? null : answer];
  }
}

const isGone = ({ status, body }: AnyAnswer): boolean => status === 404 && body?.code === 'unknown_secret';

/** Asked again after a lost answer, a domain is there already, or not any more. */
function judgeAdding(answer: AnyAnswer): Verdict {
  return ['duplicate_domain', 'domain_not_found'].includes(answer.body?.code) ? 'well' : judgeRest(answer);
}

const browserIn = ({ browsers }: Gate, person: Person): Browser => browsers.get(person) as Browser;

function of({ status, headers, json, text }: Answer): AnyAnswer {
  return { status, headers, body: json ?? text };
}

function textOf(name: string): string {
  const found = webOperations.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no operation ${name}`);
  return found.document;
}
