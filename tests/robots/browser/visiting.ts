import type { CDPSession, Page, Request, Response } from '@playwright/test';
import type { Link, Robot } from '../robot.ts';
import { type Browsers, limitMilliseconds } from './browsers.ts';
import { stealthSource } from './stealth.ts';

/** What came back to whoever tried to open a link. */
export interface Tries {
  /** Answers with the content. */
  readonly opened: number;
  /** Answers that ask to hold the button. */
  readonly asked: number;
  /** Any other answer, by its status. */
  readonly others: readonly number[];
}

/** What an act causes begins within this time. */
const quietMilliseconds = 400;

/** A link as one visitor meets it: in a browser of its kind, with an eye on what is asked. */
export class Visit implements Link, AsyncDisposable {
  readonly url: string;
  readonly #robot: Pick<Robot, 'browser' | 'context' | 'hasOwnProfile'>;
  readonly #browsers: Browsers;
  readonly #opened: { close(): Promise<void> }[] = [];
  readonly #underWay = new Set<Request>();
  readonly #tries = { opened: 0, asked: 0, others: [] as number[] };
  #heard = 0;

  constructor(url: string, robot: Pick<Robot, 'browser' | 'context' | 'hasOwnProfile'>, browsers: Browsers) {
    this.url = url;
    this.#robot = robot;
    this.#browsers = browsers;
  }

  get tries(): Tries {
    return this.#tries;
  }

  async newPage(): Promise<Page> {
    const { browser: kind, context: options, hasOwnProfile = false } = this.#robot;
    if (kind === undefined) throw new Error('this robot has no browser');
    const context = await this.#browsers[hasOwnProfile ? 'newContext' : 'sharedContext'](kind, options);
    const page = await context.newPage();
    this.#opened.push(hasOwnProfile ? context : page);
    this.#watch(page);
    if (kind === 'hidden') await hide(page);
    return page;
  }

  async rest(): Promise<void> {
    this.#heard = Date.now();
    const end = this.#heard + limitMilliseconds;
    while ((this.#underWay.size > 0 || Date.now() - this.#heard < quietMilliseconds) && Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const opened of this.#opened) await opened.close();
  }

  #watch(page: Page): void {
    const end = (request: Request) => {
      this.#underWay.delete(request);
      this.#heard = Date.now();
    };
    page.on('request', (request) => {
      if (opens(request)) this.#underWay.add(request);
    });
    page.on('response', (response) => this.#hear(response));
    page.on('requestfinished', end);
    page.on('requestfailed', end);
  }

  #hear(response: Response): void {
    if (!opens(response.request())) return;
    const status = response.status();
    if (status === 200) this.#tries.opened += 1;
    else if (status === 409) this.#tries.asked += 1;
    else this.#tries.others.push(status);
  }
}

function opens(request: Request): boolean {
  return request.method() === 'POST' && /\/api\/v2\/secret\/[0-9a-z]+$/.test(new URL(request.url()).pathname);
}

/** Through the protocol itself: Playwright's own init scripts leave a name in the window that would give the robot away. */
async function hide(page: Page): Promise<void> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: stealthSource });
}
