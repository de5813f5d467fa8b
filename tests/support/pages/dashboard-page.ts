import type { Locator, Page } from '@playwright/test';
import type { Texts } from '../texts.ts';
import { ready } from './home-page.ts';

/** The page customers return to: the tabs, the form's own fields, and the two lists. */
export class DashboardPage {
  readonly page: Page;
  readonly tabs: Locator;
  readonly recipient: Locator;
  readonly domain: Locator;
  readonly upgrade: Locator;
  readonly notReceived: Locator;
  readonly received: Locator;
  readonly unopened: Locator;
  readonly nothing: Locator;
  readonly search: Locator;
  readonly status: Locator;
  readonly desk: Locator;
  readonly ticket: Locator;
  readonly deskNothing: Locator;
  readonly more: Locator;
  readonly #texts: Texts;

  constructor(page: Page, texts: Texts) {
    const { app, public: words } = texts;
    this.page = page;
    this.#texts = texts;
    this.tabs = page.getByRole('navigation', { name: app.tabs.label, exact: true });
    this.recipient = page.getByRole('textbox', { name: words.form.recipientLabel });
    this.domain = page.getByRole('combobox', { name: words.form.domainLabel });
    this.upgrade = page.getByRole('link', { name: app.recent.domainsUpgrade });
    this.notReceived = page.getByRole('region', { name: app.recent.groups.waiting, exact: true });
    this.received = page.getByRole('region', { name: app.recent.groups.received, exact: true });
    this.unopened = page.getByRole('region', { name: app.recent.groups.unopened, exact: true });
    this.nothing = page.getByTestId('recent-nothing');
    this.search = page.getByRole('searchbox', { name: app.recent.search });
    this.status = page.getByRole('combobox', { name: app.recent.status });
    this.desk = page.getByRole('list', { name: app.desk.queue, exact: true });
    this.ticket = page.getByRole('searchbox', { name: app.desk.search });
    this.deskNothing = page.getByTestId('desk-nothing');
    this.more = page.getByRole('button', { name: app.recent.more });
  }

  async open(path: '/dashboard' | '/recent' | '/dashboard/desk' = '/dashboard'): Promise<void> {
    await this.page.goto(path);
    await ready(this.page);
    await this.tabs.waitFor();
  }

  /** A row by the secret's short key. */
  row(list: Locator, secretShortKey: string): Locator {
    return list.getByRole('listitem').filter({ hasText: secretShortKey });
  }

  /** The button that shows the new rows which wait above a list. */
  showNew(count: number): Locator {
    const forms = Object.entries(this.#texts.app.activity).filter(([key]) => key.startsWith('showNew_'));
    const names = forms.map(([, text]) => RegExp.escape(text.replace('{{n}}', String(count))));
    return this.page.getByRole('button', { name: new RegExp(`^(?:${names.join('|')})$`) });
  }

  /** Presses an action of a row by its name, where the row shows it to who points at it; on a phone, in its menu. */
  async act(row: Locator, name: string): Promise<void> {
    const menu = row.getByRole('button', { name: this.#texts.app.recent.actions });
    // Only then is it pointed at: what is pressed is scrolled into sight with a margin, away from under the pointer.
    await row.getByRole('link').first().scrollIntoViewIfNeeded();
    await row.hover();
    if (await menu.isVisible()) await menu.click();
    const where = (await menu.isVisible()) ? this.page.getByRole('dialog') : row;
    await where.getByRole('button', { name }).click();
  }

  /** What can be done with a row, by the names of its buttons: what is seen, and which row it is of. */
  action(name: 'copy' | 'open' | 'burn', secretShortKey: string): string {
    return `${this.#texts.app.recent[name]} ${secretShortKey}`;
  }
}
