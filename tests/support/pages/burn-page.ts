import type { Locator, Page } from '@playwright/test';
import type { Texts } from '../texts.ts';
import { ready } from './home-page.ts';

/** The page that deletes a message unread. */
export class BurnPage {
  readonly page: Page;
  readonly heading: Locator;
  readonly passphrase: Locator;
  readonly confirm: Locator;
  readonly cancel: Locator;
  readonly back: Locator;

  constructor(page: Page, { core, public: { burn } }: Texts) {
    this.page = page;
    this.heading = page.getByRole('heading', { level: 1 });
    this.passphrase = page.getByRole('textbox', { name: core.passphrase.label });
    this.confirm = page.getByRole('button', { name: burn.confirm });
    this.cancel = page.getByRole('link', { name: burn.cancel });
    this.back = page.getByRole('link', { name: burn.back });
  }

  async open(metadataKey: string): Promise<void> {
    await this.page.goto(`/private/${metadataKey}/burn`);
    await ready(this.page);
  }
}
