import type { Locator, Page } from '@playwright/test';
import type { Texts } from '../texts.ts';
import { ready } from './home-page.ts';

const paths = {
  profile: '/account',
  security: '/account/security',
  programs: '/account/programs',
  data: '/account/data',
} as const;

/** The pages of the account, and what of each is waited for; each section is a separate region. */
export class AccountPage {
  readonly page: Page;
  readonly profile: Locator;
  readonly plan: Locator;
  readonly language: Locator;
  readonly password: Locator;
  readonly twoStep: Locator;
  readonly sessions: Locator;
  readonly tokens: Locator;
  readonly trail: Locator;
  readonly danger: Locator;
  readonly protection: Locator;

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
    this.trail = section(account.trail.title);
    this.danger = section(account.danger.title);
    this.protection = page.locator('[data-protection]');
  }

  async open(part: keyof typeof paths = 'profile'): Promise<void> {
    await this.page.goto(paths[part]);
    await ready(this.page);
    await { profile: this.profile, security: this.sessions, programs: this.tokens, data: this.danger }[part].waitFor();
  }

  /** The way from one page of the account to another. */
  link(name: string): Locator {
    return this.page.getByRole('main').getByRole('navigation').getByRole('link', { name, exact: true });
  }
}
