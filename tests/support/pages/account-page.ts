import type { Locator, Page } from '@playwright/test';
import type { Texts } from '../texts.ts';
import { ready } from './home-page.ts';

/** The account page; each of its sections is a separate region. */
export class AccountPage {
  readonly page: Page;
  readonly profile: Locator;
  readonly plan: Locator;
  readonly language: Locator;
  readonly password: Locator;
  readonly twoStep: Locator;
  readonly sessions: Locator;
  readonly tokens: Locator;
  readonly danger: Locator;

  constructor(page: Page, { app: { account } }: Texts) {
    const section = (name: string) => page.getByRole('region', { name, exact: true });
    this.page = page;
    this.profile = section(account.profile.title);
    this.plan = section(account.plan.title);
    this.language = section(account.language.title);
    this.password = section(account.password.title);
    this.twoStep = section(account.twoStep.title);
    this.sessions = section(account.sessions.title);
    this.tokens = section(account.tokens.title);
    this.danger = section(account.danger.title);
  }

  async open(): Promise<void> {
    await this.page.goto('/account');
    await ready(this.page);
    await this.profile.waitFor();
  }
}
