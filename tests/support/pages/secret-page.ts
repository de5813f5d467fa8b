import type { Locator, Page } from '@playwright/test';
import type { Texts } from '../texts.ts';
import { ready } from './home-page.ts';
import { pressLikeAPerson } from './press-like-a-person.ts';

/** What a recipient sees behind a secret link. */
export class SecretPage {
  readonly page: Page;
  readonly heading: Locator;
  readonly passphrase: Locator;
  readonly passphraseError: Locator;
  readonly open: Locator;
  /** What a page in doubt shows in place of the button. */
  readonly hold: Locator;
  readonly cannotHold: Locator;
  /** Confirms the answer of who cannot hold. */
  readonly answer: Locator;
  readonly retry: Locator;
  readonly value: Locator;
  readonly copy: Locator;
  readonly reply: Locator;
  readonly error: Locator;
  readonly #texts: Texts;

  constructor(page: Page, texts: Texts) {
    const { core } = texts;
    this.page = page;
    this.#texts = texts;
    this.heading = page.getByRole('heading', { level: 1 });
    this.passphrase = page.getByRole('textbox', { name: core.passphrase.label });
    this.passphraseError = page.locator('p[id$="-error"]');
    this.open = page.getByRole('button', { name: core.secret.click });
    this.hold = page.getByRole('button', { name: core.secret.hold.button });
    this.cannotHold = page.getByRole('button', { name: core.secret.hold.cannot });
    this.answer = page.getByRole('button', { name: core.secret.hold.go });
    this.retry = page.getByRole('button', { name: core.errors.retry });
    this.value = page.getByRole('textbox', { name: core.secret.message });
    this.copy = page.getByRole('button', { name: core.copy.copy });
    this.reply = page.getByRole('link', { name: core.secret.reply });
    this.error = page.getByRole('alert').filter({ hasText: core.alert.error });
  }

  /** Presses the button as a person does, so that it opens at once. */
  async press(): Promise<void> {
    await pressLikeAPerson(this.open);
  }

  /** Presses the button that is to be held and does not let go. */
  async holdByPointer(): Promise<void> {
    await this.hold.hover();
    await this.page.mouse.down();
  }

  async visit(secretKey: string): Promise<void> {
    await this.page.goto(`/secret/${secretKey}`);
    await ready(this.page);
  }

  /** True on the one page for every link that cannot be opened. */
  isGone(): Promise<boolean> {
    return this.page.getByRole('heading', { name: this.#texts.core.gone.heading }).isVisible();
  }
}

/** Reloads as a person does: the browser knows by then what the page did to its history, which Playwright's own command may overtake. */
export async function reloadAfterReading(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.evaluate('void setTimeout(() => location.reload(), 0)');
  await loaded;
}
