import { linksOf } from '../../support/api-client.ts';
import { ask, type Call, whatBroke } from './ask.ts';
import type { VisitedDoor } from './door.ts';
import { History, type Subject } from './history.ts';

const VISITORS = 32;
/** So few at a time that several visitors ask about the same one at once. */
const OPEN_SUBJECTS = 8;
const OPERATIONS_EACH = 16;

/** Some ask before it ends, some meanwhile, most afterwards. */
const CALLS: readonly Call[] = ['reveal', 'reveal', 'burn', 'look', 'look', 'look', 'metadata', 'metadata'];

/** Visitors who ask at any door and write down what they are told. */
export class Visitors {
  readonly history = new History();
  readonly #doors: readonly VisitedDoor[];
  /** Secrets that are asked about at present. */
  readonly #open: Subject[] = [];
  #arriving = 0;

  constructor(doors: readonly VisitedDoor[]) {
    this.#doors = doors;
  }

  /** All ask about the same few secrets until so many operations have been recorded. */
  async visit(operations: number): Promise<void> {
    await inParallel(async () => {
      while (this.history.count < operations) {
        if (this.#open.length === 0 || this.#open.length + this.#arriving < OPEN_SUBJECTS) await this.#bringSecret();
        else await this.#askAboutAny();
      }
    });
  }

  /** Every secret is asked about once more, and opened if nobody has. */
  async revisit(): Promise<void> {
    const waiting = [...this.history.subjects];
    await inParallel(async () => {
      for (let subject = waiting.pop(); subject !== undefined; subject = waiting.pop()) {
        for (const call of ['look', 'metadata', 'reveal', 'metadata', 'look'] as const) {
          while ((await this.#ask(subject, call)) === 'away');
        }
      }
    });
  }

  async #askAboutAny(): Promise<void> {
    const subject = oneOf(this.#open);
    if (subject.operations.length >= OPERATIONS_EACH) this.#open.splice(this.#open.indexOf(subject), 1);
    await this.#ask(subject, oneOf(CALLS));
  }

  async #ask(subject: Subject, call: Call): Promise<'told' | 'away'> {
    const door = oneOf(this.#doors);
    const client = await door.client();
    const outcome = await ask(this.history, subject, client, call);
    if (outcome === 'away') await door.untilReady();
    return outcome;
  }

  /** If the answer is lost, nobody has the keys, and nobody will ask about it. */
  async #bringSecret(): Promise<void> {
    const door = oneOf(this.#doors);
    const content = `one order ${crypto.randomUUID()}`;
    this.#arriving += 1;
    try {
      const answer = await (await door.client()).post('/api/v2/secret/conceal', { secret: content }).catch(whatBroke);
      if (typeof answer === 'string' || answer.status === 503) await door.untilReady();
      else if (answer.status !== 200) this.history.recordOdd('conceal', answer);
      else this.#open.push(this.history.add(content, linksOf(answer)));
    } finally {
      this.#arriving -= 1;
    }
  }
}

function inParallel(work: () => Promise<void>): Promise<unknown> {
  return Promise.all(Array.from({ length: VISITORS }, work));
}

function oneOf<Item>(items: readonly Item[]): Item {
  return items[Math.floor(Math.random() * items.length)] as Item;
}
