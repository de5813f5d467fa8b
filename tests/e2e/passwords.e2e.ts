import { lastCopy } from './support/copied.ts';
import { expect, test } from './support/fixtures.ts';

test('a passphrase is suggested, can be copied, is strong, and opens the message', async ({
  home,
  page,
  api,
  metadata,
}) => {
  await home.open();
  await home.text.fill('tea at five');
  await page.getByRole('button', { name: 'Suggest a passphrase' }).click();
  const suggestion = page.getByTestId('suggestion');
  await expect(suggestion).toHaveText(/^[a-z]{3,8}(-[a-z]{3,8}){3}$/);
  const passphrase = (await suggestion.textContent()) ?? '';
  await expect(home.passphrase).toHaveValue(passphrase);
  await expect(page.getByText('Hard to guess')).toBeVisible();
  await page.getByRole('button', { name: 'Copy passphrase' }).click();
  expect(await lastCopy(page)).toBe(passphrase);
  await home.create.click();
  const link = await metadata.shareLink.inputValue();
  const opened = await api.reveal(link.split('/').at(-1) ?? '', { passphrase });
  expect(opened.body.record.secret_value).toBe('tea at five');
});

test('another suggestion is another passphrase; a typed one is no suggestion, and its strength is said', async ({
  home,
  page,
}) => {
  await home.open();
  await page.getByRole('button', { name: 'Suggest a passphrase' }).click();
  const first = await home.passphrase.inputValue();
  await page.getByRole('button', { name: 'Suggest another' }).click();
  await expect(home.passphrase).not.toHaveValue(first);
  await home.passphrase.fill('password1');
  await expect(page.getByText('Easy to guess')).toBeVisible();
  await expect(page.getByTestId('suggestion')).toBeEmpty();
  await expect(page.getByRole('button', { name: 'Copy passphrase' })).toHaveCount(0);
});

test('words that cannot be loaded are said, and nothing typed is lost', async ({ home, page, guard }) => {
  guard.allow(/net::ERR_FAILED/);
  await home.open();
  await home.text.fill('kept');
  await page.route('**/dist/assets/*passphrase-words*', (route) => route.abort());
  await page.getByRole('button', { name: 'Suggest a passphrase' }).click();
  await expect(page.getByRole('alert')).toHaveText('The words could not be loaded. Try again.');
  await expect(home.text).toHaveValue('kept');
});

test('the generated password is chosen and seen before its link is made, and is exactly that', async ({
  home,
  page,
  metadata,
}) => {
  await home.open();
  await page.getByText('Choose what the password looks like').click();
  const preview = page.getByTestId('preview');
  await expect(preview).toHaveText(/^\S{16}$/);
  await page.getByRole('slider').fill('24');
  for (const kind of ['A–Z', '* $ ! ? ( )', '2–9'])
    await page.getByRole('checkbox', { name: kind, exact: true }).uncheck();
  await expect(preview).toHaveText(/^[a-z]{24}$/);
  // One kind has to stay.
  await page.getByRole('checkbox', { name: 'a–z', exact: true }).click();
  await expect(page.getByRole('checkbox', { name: 'a–z', exact: true })).toBeChecked();
  const before = await preview.textContent();
  await page.getByRole('button', { name: 'Make another' }).click();
  await expect(preview).not.toHaveText(before ?? '');
  const chosen = (await preview.textContent()) ?? '';
  await home.generate.click();
  await expect(metadata.generated).toHaveValue(chosen);
});

test('with the options closed the server makes the password, as before', async ({ home, page, metadata }) => {
  await home.open();
  await page.getByText('Choose what the password looks like').click();
  await expect(page.getByTestId('preview')).toHaveText(/^\S{16}$/);
  await page.getByText('Choose what the password looks like').click();
  await home.generate.click();
  await expect(metadata.generated).toHaveValue(/^\S{12}$/);
});

test('the button shows its shortcut, which is not part of its name', async ({ home }) => {
  await home.open();
  await expect(home.create).toHaveAttribute('aria-keyshortcuts', 'Control+Enter');
  await expect(home.create).toContainText('Ctrl ↵');
  await expect(home.create).toHaveAccessibleName('Create secret');
});

test('10.9 an empty field reads in the direction of the page, and what is typed in its own', async ({ page }) => {
  await page.goto('/?locale=he');
  await page.locator('html[data-app-ready]').waitFor();
  const field = page.locator('textarea[name=secret]');
  const direction = () => field.evaluate((element) => getComputedStyle(element).direction);
  expect(await direction()).toBe('rtl');
  await field.fill('english');
  expect(await direction()).toBe('ltr');
  await field.fill('');
  expect(await direction()).toBe('rtl');
});

for (const code of ['en', 'he']) {
  test(`the toggle covers nothing that is typed, in either direction: ${code}`, async ({ page }) => {
    await page.goto(`/?locale=${code}`);
    await page.locator('html[data-app-ready]').waitFor();
    const field = page.locator('input[name=passphrase]');
    for (const typed of ['latin letters', 'אותיות עבריות', '']) {
      await field.fill(typed);
      const free = await field.evaluate((input) => {
        const { left, right } = input.getBoundingClientRect();
        const { paddingLeft, paddingRight } = getComputedStyle(input);
        const toggle = input.parentElement?.querySelector('button')?.getBoundingClientRect();
        const inner = { left: left + Number.parseFloat(paddingLeft), right: right - Number.parseFloat(paddingRight) };
        return toggle !== undefined && (toggle.right <= inner.left || toggle.left >= inner.right);
      });
      expect(free, typed).toBe(true);
    }
  });
}
