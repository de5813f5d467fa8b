import { afterEach, expect, test, vi } from 'vitest';
import { submitForm } from './submit-form.ts';

const sent: { url: string; body: string }[] = [];
vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
  sent.push({ url, body: String(init.body) });
  return new Response('{}');
});
afterEach(() => {
  sent.length = 0;
});

const getFormData = () => ({ msg: 'a b' });
const formWith = (action: string | null) => ({ getAttribute: () => action }) as unknown as HTMLFormElement;

test('a form goes to the address that is given, or else to its own action', async () => {
  await submitForm({ url: '/feedback', getFormData });
  await submitForm({ form: formWith('/own'), formData: { msg: 'c' } });
  expect(sent).toEqual([
    { url: '/feedback', body: 'msg=a+b&shrimp=' },
    { url: '/own', body: 'msg=c&shrimp=' },
  ]);
});

test.each([
  ['URL is required when using getFormData', { getFormData, form: formWith('/own') }],
  ['No URL provided in options or form action', { form: formWith(null), formData: { msg: 'c' } }],
  ['No URL provided in options or form action', { formData: { msg: 'c' } }],
  ['No form data provided', { url: '/feedback' }],
])('a form used wrongly says so and sends nothing: %s', async (message, options) => {
  await expect(submitForm(options)).rejects.toThrow(new TypeError(message));
  expect(sent).toEqual([]);
});
