import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Texts } from '../../support/texts.ts';
import { seenText } from './seen-text.ts';

/** The browser logs refused calls as errors; the tests check them by what the page shows. */
const refusedCall = /^Failed to load resource: the server responded with a status of (400|403|404|409)/;

/** Watches a browser context: foreign network, console errors, unhandled errors and missing texts fail the test. */
export class Guard {
  readonly #problems: string[] = [];
  readonly #allowed: RegExp[] = [];
  readonly #origin: string;
  readonly #admitted: string[] = [];
  readonly #keys: RegExp;

  constructor(origin: string, texts: Texts) {
    this.#origin = origin;
    const groups = [...Object.keys(texts.core), ...Object.keys(texts.public), ...Object.keys(texts.app)].join('|');
    this.#keys = new RegExp(
      `(?:^|\\s)(?:core:|public:|app:)?(?:${groups})\\.[a-z][A-Za-z]+(?:\\.[A-Za-z_]+)*(?:\\s|$)`,
      'm',
    );
  }

  /** Says that this test visits another host of the product. */
  admit(origin: string): void {
    this.#admitted.push(origin);
  }

  /** Says that this test causes an error of that form. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern);
  }

  watch(context: BrowserContext): void {
    context.on('request', (request) => {
      const url = request.url();
      const isOurs = [this.#origin, ...this.#admitted].some((origin) => url.startsWith(`${origin}/`));
      if (!isOurs && !/^(data|blob|about):/.test(url)) this.#problems.push(`foreign network: ${url}`);
    });
    context.on('console', (message) => this.#hear(message));
    context.on('weberror', (error) => this.#report(`unhandled: ${error.error().message}`));
  }

  async check(context: BrowserContext): Promise<void> {
    for (const page of context.pages()) await this.#checkTexts(page);
    expect(this.#problems).toEqual([]);
  }

  async #checkTexts(page: Page): Promise<void> {
    if (!page.url().startsWith(this.#origin)) return;
    // Names of events and consumers look like keys of texts; they stand in `code`, and no text does. A live page may change
    // while it is read.
    const names = () => page.locator('body code').allTextContents();
    const before = await names();
    const text = await seenText(page.locator('body'));
    const missing = this.#keys.exec(
      [...before, ...(await names())].reduce((rest, name) => rest.replaceAll(name, ' '), text),
    );
    if (missing !== null) this.#problems.push(`missing text: ${missing[0].trim()}`);
  }

  #hear(message: ConsoleMessage): void {
    if (message.type() !== 'error') return;
    const path = message.location().url.replace(this.#origin, '');
    const isRefusedCall = refusedCall.test(message.text()) && !path.startsWith('/dist/');
    if (!isRefusedCall) this.#report(`console: ${message.text()}`);
  }

  #report(problem: string): void {
    if (!this.#allowed.some((pattern) => pattern.test(problem))) this.#problems.push(problem);
  }
}
