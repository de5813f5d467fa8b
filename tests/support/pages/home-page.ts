import type { Locator, Page } from '@playwright/test';
import type { Texts } from '../texts.ts';

/** The home page with its form, whose parts are found as a person finds them: by role and name. */
export class HomePage {
  readonly page: Page;
  readonly heading: Locator;
  readonly text: Locator;
  readonly passphrase: Locator;
  readonly showPassphrase: Locator;
  readonly lifetime: Locator;
  readonly peopleOnly: Locator;
  readonly create: Locator;
  readonly generate: Locator;
  readonly counter: Locator;
  readonly summary: Locator;
  readonly error: Locator;

  constructor(page: Page, { core, public: words }: Texts) {
    this.page = page;
    this.heading = page.getByRole('heading', { level: 1 });
    this.text = page.getByRole('textbox', { name: words.form.secretLabel, exact: true });
    this.passphrase = page.getByRole('textbox', { name: words.form.passphraseLabel });
    this.showPassphrase = page.getByRole('button', { name: core.passphrase.show });
    this.lifetime = page.getByRole('combobox', { name: words.form.choose });
    this.peopleOnly = page.getByRole('checkbox', { name: words.form.peopleOnly });
    this.create = page.getByRole('button', { name: words.form.create, exact: true });
    this.generate = page.getByRole('button', { name: words.form.generate });
    this.counter = page.getByTestId('character-counter');
    this.summary = page.getByTestId('summary');
    this.error = page.getByRole('alert').filter({ hasText: core.alert.error });
  }

  async open(): Promise<void> {
    await this.page.goto('/');
    await ready(this.page);
  }

  /** Types a secret, creates its link and waits for the private page. */
  async share(secret: string, passphrase = ''): Promise<void> {
    await this.text.fill(secret);
    if (passphrase !== '') await this.passphrase.fill(passphrase);
    await this.create.click();
    await this.page.waitForURL('**/private/*');
  }
}

/** The app has rendered a route. */
export async function ready(page: Page): Promise<void> {
  await page.locator('html[data-app-ready]').waitFor();
}
