import { ready } from '../support/pages/home-page.ts';
import { expect, test } from './support/fixtures.ts';
import { Keyboard } from './support/keyboard.ts';

const order = ['Account', 'Upgrade', 'Colonel', 'Feedback', 'Logout'];

test('HDR-1 the menu has what the specification names, in its order', async ({
  people,
  enterAs,
  accountMenu,
  page,
}) => {
  const colonel = await people.colonel({ secondFactor: true });
  await enterAs(colonel);
  await page.goto('/about');
  await expect(accountMenu.button).toHaveAccessibleName(`Account: ${colonel.email}`);
  await expect(accountMenu.button).toHaveAttribute('aria-expanded', 'false');
  await accountMenu.button.click();
  await expect(accountMenu.button).toHaveAttribute('aria-expanded', 'true');
  const items = accountMenu.menu.getByRole('menuitem');
  await expect(items).toHaveCount(order.length);
  for (const [place, name] of order.entries()) await expect(items.nth(place)).toHaveAccessibleName(name);
});

test('HDR-1 without a mouse: the arrows, Home, End and letters move in the menu; Escape and Tab leave it', async ({
  people,
  enterAs,
  accountMenu,
  page,
}) => {
  await enterAs(await people.colonel({ secondFactor: true }));
  await page.goto('/about');
  const { button, menu } = accountMenu;
  await button.focus();
  await page.keyboard.press('ArrowDown');
  await expect(accountMenu.item('Account')).toBeFocused();
  for (const [key, name] of [
    ['ArrowDown', 'Upgrade'],
    ['ArrowUp', 'Account'],
    ['ArrowUp', 'Logout'],
    ['ArrowDown', 'Account'],
    ['End', 'Logout'],
    ['Home', 'Account'],
    ['f', 'Feedback'],
    ['c', 'Colonel'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(accountMenu.item(name), key).toBeFocused();
  }
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(accountMenu.item('Logout')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(menu).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeFocused();
  for (const [open, press] of [
    ['Enter', 'Enter'],
    ['Space', 'Space'],
  ] as const) {
    await page.goto('/about');
    await button.focus();
    await page.keyboard.press(open);
    await expect(accountMenu.item('Account')).toBeFocused();
    await page.keyboard.press(press);
    await expect(page).toHaveURL('/account');
    await expect(menu).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  }
});

test('HDR-1 a click elsewhere closes the menu; what it opens gives the focus back to its button', async ({
  people,
  enterAs,
  accountMenu,
  feedback,
  page,
}) => {
  await enterAs(await people.customer());
  await page.goto('/about');
  const { button, menu } = accountMenu;
  await button.click();
  await expect(menu).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(menu).toHaveCount(0);
  await button.click();
  await button.click();
  await expect(menu).toHaveCount(0);
  await button.click();
  await accountMenu.item('Feedback').click();
  await expect(menu).toHaveCount(0);
  await expect(feedback.dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toHaveCount(0);
  await expect(button).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('HDR-1 the menu has the dashboard and the address too, and stays within the page', async ({
    people,
    enterAs,
    accountMenu,
    page,
    texts,
  }) => {
    const person = await people.customer();
    await enterAs(person);
    await page.goto('/about');
    await ready(page);
    const keys = new Keyboard(page, texts);
    await keys.tab();
    await keys.tabTo(accountMenu.button);
    await page.keyboard.press('Enter');
    const items = accountMenu.menu.getByRole('menuitem');
    const names = [`Account ${person.email}`, 'Upgrade', 'Dashboard', 'Feedback', 'Logout'];
    await expect(items).toHaveCount(names.length);
    for (const [place, name] of names.entries()) await expect(items.nth(place)).toHaveAccessibleName(name);
    const box = await accountMenu.menu.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(accountMenu.item('Dashboard')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');
  });
});
