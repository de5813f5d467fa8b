import type { Locator, Page } from '@playwright/test';
import type { Texts } from '../texts.ts';
import { ready } from './home-page.ts';

/** Address and password, then a code if the account requires one. */
export class SignInPage {
  readonly page: Page;
  readonly heading: Locator;
  readonly email: Locator;
  readonly password: Locator;
  readonly remember: Locator;
  readonly submit: Locator;
  readonly code: Locator;
  readonly error: Locator;

  constructor(page: Page, { core, public: words }: Texts) {
    this.page = page;
    this.heading = page.getByRole('heading', { level: 1 });
    this.email = page.getByRole('textbox', { name: words.signIn.email });
    this.password = page.getByRole('textbox', { name: words.signIn.password, exact: true });
    this.remember = page.getByRole('checkbox', { name: words.signIn.remember });
    this.submit = page.getByRole('button', { name: words.signIn.submit, exact: true });
    this.code = page.locator('#second-step-code');
    this.error = page.getByRole('alert').filter({ hasText: core.alert.error });
  }

  async open(query = ''): Promise<void> {
    await this.page.goto(`/signin${query}`);
    await ready(this.page);
  }

  async fill(email: string, password: string): Promise<void> {
    await this.email.fill(email);
    await this.password.fill(password);
    await this.submit.click();
  }
}
