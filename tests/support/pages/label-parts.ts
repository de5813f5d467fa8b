import type { Locator, Page } from '@playwright/test';
import type { Texts } from '../texts.ts';

/** The private label of a secret: in the form of a new one, in its row, and on its owner's page. */
export class LabelParts {
  readonly newField: Locator;
  readonly field: Locator;
  readonly save: Locator;
  /** On the owner's page. */
  readonly region: Locator;
  readonly shown: Locator;

  constructor(page: Page, { app: { label } }: Texts) {
    this.newField = page.getByRole('textbox', { name: label.optional });
    this.field = page.getByRole('textbox', { name: label.field, exact: true });
    this.save = page.getByRole('button', { name: label.save });
    this.region = page.getByRole('region', { name: label.field, exact: true });
    this.shown = this.region.getByTestId('label');
  }
}
