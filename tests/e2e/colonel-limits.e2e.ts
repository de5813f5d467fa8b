import { ready } from '../support/pages/home-page.ts';
import { expect, test } from './support/fixtures.ts';
import { playLimits } from './support/played-limits.ts';

test('a colonel sees whom a limit holds back and unblocks them by keyboard, with a reason', async ({
  people,
  enterAs,
  page,
  texts,
}) => {
  const { limits: words, manage, frame } = texts.colonel;
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/colonel');
  await ready(page);
  await page
    .getByRole('navigation', { name: frame.navigation })
    .getByRole('link', { name: frame.sections.limits })
    .click();
  await expect(page).toHaveURL('/colonel/limits');
  await expect(page.locator('main').getByText(words.off)).toBeVisible();
  const lifted: unknown[] = [];
  await playLimits(page, lifted);
  await page.reload();
  const rows = page.locator('li[data-limited]');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('k3V9-q2m');
  await expect(rows.last().getByRole('link')).toHaveAttribute('href', /\/colonel\/customers\/0197a000-/);
  await rows.first().getByRole('button').press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: manage.reason }).selectOption('SECURITY');
  await dialog.getByRole('textbox').fill('00000001');
  await dialog.getByRole('button', { name: words.lift }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(rows).toHaveCount(1);
  expect(lifted).toEqual([
    { id: '0197a000-0000-7000-8000-000000000001', confirmation: '00000001', reason: 'SECURITY' },
  ]);
});
