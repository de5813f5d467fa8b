import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
} from '@playwright/test';
import { chromiumArguments, systemChromium } from '../../e2e/support/chromium.ts';

/**
 * `headless` and `headed` say that they are driven, as every driven browser does by default; `hidden` does not, and is headless. `hand`
 * does not either, and has what Playwright turns off: it stands for the browser of a person.
 */
export type BrowserKind = 'headless' | 'headed' | 'hidden' | 'hand';

/** Nothing is awaited longer, so that a robot that waits for what never comes ends too. */
export const limitMilliseconds = 20_000;
/** The switch by which a driven browser does not say so: `navigator.webdriver` is false. */
const unannounced = '--disable-blink-features=AutomationControlled';
/** The last one counts: nothing outside of this machine has an address. */
const loopbackOnly = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';

const kinds: Readonly<Record<BrowserKind, LaunchOptions>> = {
  headless: {},
  headed: { headless: false },
  hidden: { args: [unannounced] },
  hand: { args: [unannounced], ignoreDefaultArgs: ['--disable-back-forward-cache'] },
};

/** Real Chromium, started once for each kind that is asked for. */
export class Browsers implements AsyncDisposable {
  readonly #started = new Map<BrowserKind, Promise<Browser>>();
  readonly #shared = new Map<string, Promise<BrowserContext>>();
  readonly #display: string | undefined;

  /** The X server that windows are shown on, such as `:7`; without one there are none. */
  constructor(display: string | undefined) {
    this.#display = display;
  }

  has(kind: BrowserKind): boolean {
    return kind !== 'headed' || this.#display !== undefined;
  }

  get(kind: BrowserKind): Promise<Browser> {
    const started = this.#started.get(kind) ?? this.#start(kind);
    this.#started.set(kind, started);
    return started;
  }

  /** A profile of its own. */
  async newContext(kind: BrowserKind, options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const browser = await this.get(kind);
    const isHidden = kind === 'hidden' || kind === 'hand';
    const userAgent = isHidden ? { userAgent: commonUserAgent(browser) } : {};
    const usual = { locale: 'en-US', viewport: { width: 1280, height: 720 } };
    const context = await browser.newContext({ ...usual, ...userAgent, ...options });
    context.setDefaultTimeout(limitMilliseconds);
    return context;
  }

  /** One profile for all visits of a robot: pages of links leave nothing in it but files, and a visit takes half the time. */
  sharedContext(kind: BrowserKind, options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const name = JSON.stringify([kind, options]);
    const shared = this.#shared.get(name) ?? this.newContext(kind, options);
    this.#shared.set(name, shared);
    return shared;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const browser of this.#started.values()) await (await browser).close();
  }

  #start(kind: BrowserKind): Promise<Browser> {
    const executablePath = systemChromium();
    const { args = [], ...options } = kinds[kind];
    return chromium.launch({
      ...options,
      args: [...chromiumArguments.filter((argument) => argument !== unannounced), loopbackOnly, ...args],
      ...(executablePath === undefined ? {} : { executablePath }),
      ...(this.#display === undefined ? {} : { env: { ...environment(), DISPLAY: this.#display } }),
    });
  }
}

/** What a Chromium of this version calls itself on the desk of most people. */
function commonUserAgent(browser: Browser): string {
  const [major] = browser.version().split('.');
  return `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`;
}

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
