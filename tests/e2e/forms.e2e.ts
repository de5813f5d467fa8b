import type { Locator } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';

/** A form, the button that sends it, and the fields that are wrong, in order, each with its words. */
interface WrongForm {
  readonly form: Locator;
  readonly submit: string;
  readonly wrong: readonly (readonly [selector: string, words: string])[];
}

/** Every error is in the box that has the focus and at its field; each leaves both when its field is edited. */
async function showsAllAtOnce({ form, submit, wrong }: WrongForm): Promise<void> {
  await form.getByRole('button', { name: submit, exact: true }).click();
  await expectAllShown(form, wrong);
}

async function expectAllShown(form: Locator, wrong: WrongForm['wrong']): Promise<void> {
  const box = form.getByRole('alert');
  await expect(box).toBeFocused();
  for (const [selector, words] of wrong) {
    await expect(box).toContainText(words);
    await expect(form.locator(selector)).toHaveAccessibleDescription(new RegExp(words));
    await expect(form.locator(selector)).toHaveAttribute('aria-invalid', 'true');
  }
  await form.page().keyboard.press('Tab');
  await form.page().keyboard.press('Enter');
  await expect(form.locator(wrong[0]?.[0] ?? '')).toBeFocused();
  for (const [index, [selector, words]] of wrong.entries()) {
    await form.locator(selector).press('x');
    await expect(form.locator(selector)).not.toHaveAttribute('aria-invalid', 'true');
    await expect(form.locator(selector)).not.toHaveAccessibleDescription(new RegExp(words));
    const rest = wrong.slice(index + 1);
    await expect(box).toHaveCount(rest.length === 0 ? 0 : 1);
    for (const [other] of rest) await expect(form.locator(other)).toHaveAttribute('aria-invalid', 'true');
  }
}

test('the sign-up form shows all errors at once, and each goes when its field is edited', async ({ page }) => {
  await page.goto('/signup');
  const form = page.locator('main form');
  await form.locator('[name=password]').fill('short');
  await form.locator('[name=password_confirm]').fill('other');
  await showsAllAtOnce({
    form,
    submit: 'Create account',
    wrong: [
      ['[name=email]', 'Enter a valid email address'],
      ['[name=password]', 'New password is too short'],
      ['[name=password_confirm]', 'New passwords do not match'],
    ],
  });
});

test('the sign-in form shows all errors at once, and each goes when its field is edited', async ({ page }) => {
  await page.goto('/signin');
  await showsAllAtOnce({
    form: page.locator('main form'),
    submit: 'Sign in',
    wrong: [
      ['[name=email]', 'Enter a valid email address'],
      ['[name=password]', 'Enter your password'],
    ],
  });
});

test('the form for a forgotten password names its error until the field is edited', async ({ page }) => {
  await page.goto('/forgot');
  await showsAllAtOnce({
    form: page.locator('main form'),
    submit: 'Send reset link',
    wrong: [['[name=email]', 'Enter a valid email address']],
  });
});

test('the form for a new password shows all errors at once, and each goes when its field is edited', async ({
  page,
}) => {
  await page.goto(`/forgot/${'k'.repeat(43)}`);
  const form = page.locator('main form');
  await form.locator('[name=password]').fill('short');
  await form.locator('[name=password_confirm]').fill('other');
  await showsAllAtOnce({
    form,
    submit: 'Save new password',
    wrong: [
      ['[name=password]', 'New password is too short'],
      ['[name=password_confirm]', 'New passwords do not match'],
    ],
  });
});

test('the secret form shows all errors at once, and each goes when its field is edited', async ({
  people,
  enterAs,
  dashboard,
  home,
  page,
}) => {
  await enterAs(await people.customer());
  await dashboard.open();
  await dashboard.recipient.fill('mika@');
  await page.keyboard.press('Control+Enter');
  await expectAllShown(page.locator('form').filter({ has: home.text }), [
    ['[name=secret]', 'You did not provide anything to share'],
    ['[name="recipient[]"]', 'Undeliverable email address: mika@'],
  ]);
});

test('the incoming form shows all errors at once, and each goes when its field is edited', async ({ page }) => {
  await page.goto('/incoming');
  await showsAllAtOnce({
    form: page.locator('main form'),
    submit: 'Send to support',
    wrong: [
      ['[name=secret]', 'You did not provide any information to share'],
      ['[name=ticketno]', 'You must provide a valid ticket number'],
    ],
  });
});

test('the feedback form names its error until the field is edited', async ({ page, texts }) => {
  await page.goto('/feedback');
  await showsAllAtOnce({
    form: page.locator('main form'),
    submit: texts.public.feedback.send,
    wrong: [['[name=msg]', texts.core.refusals.empty_feedback]],
  });
});

test('the account forms show all errors at once, and each goes when its field is edited', async ({
  people,
  enterAs,
  account,
}) => {
  await enterAs(await people.customer());
  await account.open('security');
  const { password, danger, tokens, twoStep } = account;
  await password.locator('[name=newp]').fill('short');
  await password.locator('[name=newp2]').fill('other');
  await showsAllAtOnce({
    form: password,
    submit: 'Change password',
    wrong: [
      ['[name=currentp]', 'Enter your password'],
      ['[name=newp]', 'New password is too short'],
      ['[name=newp2]', 'New passwords do not match'],
    ],
  });
  await twoStep.getByRole('button', { name: 'Turn on' }).click();
  await showsAllAtOnce({ form: twoStep, submit: 'Next', wrong: [['[name=password]', 'Enter your password']] });
  await account.open('data');
  await danger.getByRole('button', { name: 'Delete this account' }).click();
  await showsAllAtOnce({
    form: danger,
    submit: 'Delete permanently',
    wrong: [
      ['[name=custid]', 'That is not the email address of this account.'],
      ['[name=confirmation]', 'Password confirmation is required.'],
    ],
  });
  await account.open('programs');
  await tokens.getByRole('button', { name: 'Create a token with fewer permissions' }).click();
  await tokens.getByRole('button', { name: 'Create token', exact: true }).click();
  const box = tokens.getByRole('alert');
  await expect(box).toBeFocused();
  await expect(box).toContainText('Give the token a name');
  await expect(box).toContainText('Choose at least one permission');
  await tokens.getByRole('textbox', { name: 'Name' }).press('x');
  await expect(box).not.toContainText('Give the token a name');
  await tokens.getByRole('checkbox').first().check();
  await expect(box).toHaveCount(0);
});
