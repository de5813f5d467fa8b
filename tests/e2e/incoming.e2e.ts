import { linkKey } from '../support/mail-files.ts';
import { openAsPageOf } from '../support/open-as-page.ts';
import { expect, test } from './support/fixtures.ts';
import { withPageData } from './support/page-data.ts';

const desk = 'support@example.com';
/** With every sign that the usual pattern allows. */
const ticket = () => `AB-${crypto.randomUUID().slice(0, 8)}_#.1`;

test('INC-1 INC-6 details reach the support desk by email with the ticket in the subject, and open once', async ({
  people,
  page,
}) => {
  const number = ticket();
  await page.goto('/incoming');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Support Details');
  const recipient = page.getByRole('status', { name: 'Recipient' });
  await expect(recipient).toHaveText(desk);
  expect(await recipient.evaluate((output) => output.tagName)).toBe('OUTPUT');
  const details = page.getByRole('textbox', { name: 'Confidential details' });
  await expect(details).toHaveAttribute('rows', '7');
  await expect(details).toHaveAttribute('autocomplete', 'off');
  await details.fill('the office door: 4711');
  const ticketNumber = page.getByRole('textbox', { name: 'Ticket number' });
  await ticketNumber.fill(number);
  await ticketNumber.press('Enter');
  const success = page.locator('.notice-success');
  await expect(success).toBeFocused();
  await expect(success).toContainText('Success');
  await expect(success).toContainText(number);
  await expect(details).toHaveValue('');
  await expect(ticketNumber).toHaveValue('');
  const mail = await people.mailTo(desk, new RegExp(number));
  expect(mail.subject).toContain(`[Ticket: ${number}]`);
  const opened = await openAsPageOf(people.visitor(), linkKey(mail, 'secret'));
  expect(opened.json.record.secret_value).toBe('the office door: 4711');
});

for (const [id, secret, number, text] of [
  ['INC-2 without a ticket number', 'text', '', 'You must provide a valid ticket number'],
  ['INC-2 with an invalid ticket number', 'text', 'A-B!', 'You must provide a valid ticket number'],
  ['INC-3 without details', '', 'AB123', 'You did not provide any information to share'],
] as const) {
  test(`${id} nothing is sent, the page says why, and what was typed stays`, async ({ page }) => {
    await page.goto('/incoming');
    const details = page.getByRole('textbox', { name: 'Confidential details' });
    const ticketNumber = page.getByRole('textbox', { name: 'Ticket number' });
    for (const _try of [1, 2]) {
      await details.fill(secret);
      await ticketNumber.fill(number);
      await page.getByRole('button', { name: 'Send to support' }).click();
      await expect(page.getByRole('alert')).toBeFocused();
      await expect(page.getByRole('alert')).toContainText(`Error${text}`);
      await expect(details).toHaveValue(secret);
      await expect(ticketNumber).toHaveValue(number);
      await expect(secret === '' ? details : ticketNumber).toHaveAttribute('aria-invalid', 'true');
    }
  });
}

test('INC-4 while the form is being sent the button says so, and a second press sends nothing', async ({ page }) => {
  let sent = 0;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v2/incoming', async (route) => {
    sent += 1;
    await released;
    await route.continue();
  });
  await page.goto('/incoming');
  await page.getByRole('textbox', { name: 'Confidential details' }).fill('text');
  await page.getByRole('textbox', { name: 'Ticket number' }).fill(ticket());
  await page.getByRole('button', { name: 'Send to support' }).click();
  const busy = page.getByRole('button', { name: 'creating' });
  await expect(busy).toHaveAttribute('aria-disabled', 'true');
  await busy.click({ force: true });
  release();
  await expect(page.locator('.notice-success')).toBeVisible();
  expect(sent).toBe(1);
});

test('INC-7 whoever is asked for a captcha sends with the same press: it is solved meanwhile', async ({ page }) => {
  const sent: string[] = [];
  await page.route('**/api/v2/incoming', async (route) => {
    const body = route.request().postData() ?? '';
    sent.push(body);
    if (body.includes('authenticity_payload')) return route.continue();
    const json = { message: 'Cannot skip authenticity check', code: 'captcha_missing', success: false, shrimp: '' };
    return route.fulfill({ status: 400, json });
  });
  await page.goto('/incoming');
  const captcha = page.getByTestId('captcha');
  await expect(captcha).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Confidential details' }).fill('text');
  await page.getByRole('textbox', { name: 'Ticket number' }).fill(ticket());
  const send = page.getByRole('button', { name: 'Send to support' });
  await send.click();
  await expect(page.locator('.notice-success')).toBeVisible();
  expect(sent).toHaveLength(2);
  await expect(captcha).toHaveCount(1);
});

test('INC-8 the form counts and cuts like the secret form, and says so', async ({ page }) => {
  await page.goto('/incoming');
  const details = page.getByRole('textbox', { name: 'Confidential details' });
  const counter = page.getByTestId('character-counter');
  await expect(details).toBeVisible();
  await expect(counter).toBeHidden();
  await details.focus();
  await expect(counter).toHaveText('0 / 10000 chars');
  await expect(counter).toBeVisible();
  await details.fill('🔒'.repeat(10_001));
  expect([...(await details.inputValue())]).toHaveLength(10_000);
  await expect(counter).toHaveText('10000 / 10000 chars');
  await expect(page.getByText('The message was truncated b/c it was over 10000')).toBeVisible();
  await details.fill('shorter');
  await expect(page.getByText('The message was truncated')).toHaveCount(0);
});

test('INC-9 the field for the ticket number shows an example', async ({ page }) => {
  await page.goto('/incoming');
  const ticketNumber = page.getByRole('textbox', { name: 'Ticket number' });
  await expect(ticketNumber).toHaveAccessibleDescription('For example AB-1234.');
});

test('INC-9 where the operator has a pattern of their own, no example is shown', async ({ page }) => {
  await withPageData(page, (data) => {
    data.incomingTicketExample = null;
  });
  await page.goto('/incoming');
  await expect(page.getByRole('textbox', { name: 'Ticket number' })).toHaveAccessibleDescription('');
});

test('INC-5 without a support desk the page does not exist', async ({ page }) => {
  await withPageData(page, (data) => {
    data.incomingRecipient = null;
  });
  await page.goto('/incoming');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 - Page Not Found');
});
