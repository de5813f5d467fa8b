import { api } from './api.ts';

type Fields = Readonly<Record<string, string>>;

interface FormOptions {
  readonly url?: string;
  /** Makes the fields when the form is sent; then the address must be given. */
  readonly getFormData?: () => Fields;
  readonly formData?: Fields;
  /** Its `action` is the address if no other is given. */
  readonly form?: HTMLFormElement;
}

/**
 * Sends a form and returns the JSON answer.
 *
 * Refuses  ApiError as `api` does; a TypeError for a form without address or fields, which is a mistake in the code
 * Source   specification 7 and 8
 */
export async function submitForm<Answer extends object>(options: FormOptions): Promise<Answer> {
  const { url, getFormData, formData = getFormData?.(), form } = options;
  if (getFormData !== undefined && !url) throw new TypeError('URL is required when using getFormData');
  const path = url || form?.getAttribute('action');
  if (!path) throw new TypeError('No URL provided in options or form action');
  if (formData === undefined) throw new TypeError('No form data provided');
  return await api<Answer>({ path, form: formData });
}
