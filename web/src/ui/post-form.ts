import { formToken } from '../lib/calls/form-token.ts';

/** Sends a form with the form token, as a page without scripts would: the browser saves an answer that is a file. */
export function postForm(action: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  form.hidden = true;
  for (const [name, value] of Object.entries({ ...fields, shrimp: formToken() ?? '' })) {
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
