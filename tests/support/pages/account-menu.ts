import type { Locator, Page } from '@playwright/test';
import type { Texts } from '../texts.ts';

/** What is behind the customer's address in the header; there only for whoever is signed in. */
export class AccountMenu {
  readonly button: Locator;
  readonly menu: Locator;
  readonly #logout: Locator;

  constructor(page: Page, { core: { header, pages } }: Texts) {
    // Where text runs from right to left, the address stands between marks of its direction.
    const name = new RegExp(header.account.replace(/\u2068?\{\{custid\}\}\u2069?/, '.+'));
    this.button = page.getByRole('banner').getByRole('button', { name });
    this.menu = page.getByRole('menu', { name: pages.account.title });
    this.#logout = this.item(header.logout);
  }

  item(name: string): Locator {
    return this.menu.getByRole('menuitem', { name, exact: true });
  }

  async signOut(): Promise<void> {
    await this.button.click();
    await this.#logout.click();
  }
}
