import { costs } from './costs.ts';
import type { Database } from './database.ts';
import { openPartition, openRelay } from './event-path.ts';
import { assumedMix, type Mix } from './load.ts';
import { databaseOn, ms, SecretsProcess, visitsOf, type WorkMs } from './product.ts';
import { Random } from './random.ts';
import { Simulation } from './simulation.ts';
import { type Station, servers, type Trace } from './station.ts';
import { at, during, EventLoop, Finished, inOrder, inTurn, type Step } from './steps.ts';
import { walkForever } from './walk.ts';

/** What a cell is made of, and what comes to it. */
export interface CellPlan {
  /** Secrets created a second. */
  readonly perSecond: number;
  readonly gateways: number;
  readonly secretsProcesses: number;
  readonly databaseCores: number;
  /** Rows of secrets that the walk at the end of an epoch goes through, and how many of them wait to be opened. */
  readonly rows: number;
  readonly living: number;
  readonly mix?: Mix;
}

/** What goes wrong at the peak, if anything. */
export type Loss = 'nothing' | keyof typeof outageMs | 'Redis';

/** Simulated one-way time between two machines of a site; an assumption. */
const HOP_MS = 0.1;
/** Bursts: for a tenth of the time three times as many come as else, on top of the peak. An assumption. */
const burst = { factor: 3, share: 0.1, meanMs: 5_000 } as const;
/** Pages ask so often while no bell reaches them. */
const POLL_MS = 15_000;
/**
 * How long what is lost is missing. The relay: its lease, and the next look at it. A consumer: until its group notices (the session's
 * timeout) and others have its partitions. A broker, until its partitions have another leader, and a database, until its standby
 * serves: assumptions.
 */
export const outageMs = { relay: 10_000, consumer: 8_000, broker: 5_000, database: 30_000 } as const;

const visitsOfGateway = { conceal: 2, look: 2, reveal: 2 } as const;

/** Everything that serves some of the keys, at its busiest. */
export class Cell {
  readonly simulation = new Simulation();
  readonly #random: Random;
  readonly #plan: CellPlan;
  readonly #loss: Loss;
  readonly #mix: Mix;
  /** Of all services. */
  readonly #database: Database;
  readonly #gateways: readonly Station[];
  readonly #nextGateway: () => Station;
  readonly #visitMs: WorkMs;
  readonly #secrets: readonly SecretsProcess[];
  readonly #nextSecrets: () => SecretsProcess;
  readonly #redis: Station;
  readonly #relay: Station;
  readonly #partitions: readonly Station[];
  readonly #notifications: Station;
  readonly conceals: Finished;
  readonly reveals: Finished;
  /** From the commit of an ending to the page that shows the secret, by its bell. */
  readonly bells: Finished;
  /** From the commit to its owner's feed, through Kafka. */
  readonly feeds: Finished;
  #fromMs = 0;
  #isDatabaseUp = true;
  /** Requests that were answered 503, because the database was away. */
  refused = 0;

  constructor(plan: CellPlan, seed = 1, loss: Loss = 'nothing') {
    const { simulation } = this;
    this.#random = new Random(seed);
    this.#plan = plan;
    this.#loss = loss;
    this.#mix = plan.mix ?? assumedMix;
    this.#database = databaseOn(
      simulation,
      this.#random,
      servers(simulation, 'cores of PostgreSQL', plan.databaseCores),
    );
    const { gateway, secrets, consumer } = costs.parts;
    const { turnMs, visitMs } = visitsOf(gateway, visitsOfGateway);
    this.#visitMs = visitMs;
    this.#gateways = Array.from({ length: plan.gateways }, () => {
      return new EventLoop(simulation, { name: 'gateway', turnMs }).station;
    });
    this.#nextGateway = inTurn(this.#gateways);
    this.#secrets = Array.from({ length: plan.secretsProcesses }, () => {
      return new SecretsProcess(simulation, this.#database, { micros: secrets });
    });
    this.#nextSecrets = inTurn(this.#secrets);
    this.#redis = servers(simulation, 'Redis', 1);
    const turnOfConsumer = ms(consumer.alone - consumer.busy);
    this.#notifications = new EventLoop(simulation, { name: 'notifications', turnMs: turnOfConsumer }).station;
    this.#relay = openRelay(simulation, this.#random, this.#database);
    this.#partitions = Array.from({ length: costs.kafka.partitions }, () =>
      openPartition(simulation, this.#database, this.#notifications),
    );
    this.conceals = new Finished(simulation);
    this.reveals = new Finished(simulation);
    this.bells = new Finished(simulation);
    this.feeds = new Finished(simulation);
  }

  /** Runs so many seconds that count, after some that do not. */
  run(seconds: number, warmUpSeconds = 5): this {
    const { simulation } = this;
    this.#fromMs = 1000 * warmUpSeconds;
    this.#arrive();
    const [walking] = this.#secrets;
    if (walking !== undefined) walkForever(simulation, this.#database, walking.loop, this.#plan);
    simulation.after(this.#fromMs, () => this.#lose());
    for (const station of this.stations()) simulation.after(this.#fromMs, () => station.forget());
    simulation.run(this.#fromMs + 1000 * seconds);
    return this;
  }

  #lose(): void {
    const [loss, { simulation }] = [this.#loss, this];
    if (loss === 'nothing' || loss === 'Redis') return;
    const ms = outageMs[loss];
    if (loss === 'relay' || loss === 'broker') this.#relay.pause(ms);
    if (loss === 'consumer') for (const partition of this.#partitions) partition.pause(ms);
    if (loss !== 'database') return;
    this.#isDatabaseUp = false;
    this.#database.pause(ms);
    simulation.after(ms, () => {
      this.#isDatabaseUp = true;
    });
  }

  /** Of those that are several, the first. */
  stations(): readonly Station[] {
    const [gateway, secrets] = [this.#gateways[0], this.#secrets[0]];
    const { cores, flush } = this.#database;
    const single = [cores, flush, this.#relay, this.#partitions[0], this.#notifications, this.#redis];
    return [gateway, secrets?.loop.station, ...single].filter((station) => station !== undefined);
  }

  get walBytes(): number {
    return this.#database.walBytes;
  }

  #arrive(): void {
    const { opened, looks } = this.#mix;
    const perMs = this.#plan.perSecond / 1000;
    const rateNow = this.#bursts();
    const stream = (share: number, begin: () => void) => {
      const next = () => {
        begin();
        this.simulation.after(this.#random.exponential(1 / (perMs * share * rateNow())), next);
      };
      this.simulation.after(this.#random.exponential(1 / (perMs * share)), next);
    };
    const looked = new Finished(this.simulation);
    stream(1, () => this.#ask(this.conceals, 'conceal'));
    stream(looks, () => this.#ask(looked, 'look'));
    stream(opened, () => this.#ask(this.reveals, 'reveal'));
    stream(1 - opened, () => {
      if (this.#isDatabaseUp) looked.begin(this.#nextSecrets().expire());
    });
  }

  #ask(finished: Finished, kind: 'conceal' | 'look' | 'reveal'): void {
    if (this.#isDatabaseUp) finished.begin(this.#request(kind), this.#fromMs);
    else this.refused += 1;
  }

  /** How many come now against the mean: it changes between bursts and what is between them. */
  #bursts(): () => number {
    const { factor, share, meanMs } = burst;
    const between = (1 - share * factor) / (1 - share);
    let isBurst = false;
    const change = () => {
      isBurst = !isBurst;
      const meanOfState = isBurst ? meanMs : (meanMs * (1 - share)) / share;
      this.simulation.after(this.#random.exponential(meanOfState), change);
    };
    this.simulation.after(this.#random.exponential((meanMs * (1 - share)) / share), change);
    return () => (isBurst ? factor : between);
  }

  /** To a gateway, counted in Redis, to a process of secrets and back. */
  #request(kind: 'conceal' | 'look' | 'reveal'): Step {
    const [gateway, process] = [this.#nextGateway(), this.#nextSecrets()];
    const visit = at(gateway, this.#visitMs[kind]);
    const onCommitted = (transaction: number) => this.#committed(kind, transaction);
    const asked = kind === 'look' ? process.look() : process[kind](onCommitted);
    return inOrder([visit, this.#counted(), this.#hop(), asked, this.#hop(), visit]);
  }

  #counted(): Step {
    if (this.#loss === 'Redis') return inOrder([]);
    return inOrder([this.#hop(), at(this.#redis, ms(costs.parts.redis.microsOfCommand)), this.#hop()]);
  }

  #hop(): Step {
    return during(this.simulation, HOP_MS);
  }

  #committed(kind: 'conceal' | 'reveal' | 'look', transaction: number): void {
    const isHeard = this.#random.next() < this.#mix.owned;
    if (kind === 'reveal' && this.#random.next() < this.#mix.watched) this.bells.begin(this.#bell(), this.#fromMs);
    const published: Step = (trace, next) =>
      this.#database.whenSeen(transaction, trace, () => at(this.#relay, 0)(trace, next));
    if (!isHeard) published(NOBODY, () => undefined);
    else
      this.feeds.begin(
        inOrder([published, this.#handled(), this.#told(at(this.#notifications, ms(costs.parts.consumer.busy)))]),
        this.#fromMs,
      );
  }

  /** The bell of a secret, then the page's stream asks for it anew. */
  #bell(): Step {
    const process = this.#nextSecrets();
    return this.#told(process.look());
  }

  /** A bell rings at a gateway, which asks and tells its page. */
  #told(answer: Step): Step {
    const gateway = this.#nextGateway();
    const visit = at(gateway, this.#visitMs.look);
    return inOrder([this.#rung(), visit, this.#hop(), answer, this.#hop(), visit]);
  }

  #rung(): Step {
    if (this.#loss === 'Redis') return (_trace, next) => this.simulation.after(this.#random.next() * POLL_MS, next);
    return inOrder([this.#hop(), at(this.#redis, ms(costs.parts.redis.microsOfCommand)), this.#hop()]);
  }

  /** In the partition of its account. */
  #handled(): Step {
    const partition = this.#partitions[Math.floor(this.#random.next() * this.#partitions.length)] as Station;
    return inOrder([this.#hop(), at(partition, 0)]);
  }
}

/** Of what nobody waits for. */
const NOBODY: Trace = { waits: new Map(), add: () => undefined };
