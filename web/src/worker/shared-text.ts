import { shareTarget } from '@onceover/schema/web/app-files';

/** What a page sends to the worker to be given the shared text. */
export const askForText = 'shared-text';

/**
 * The text that another app shares, as it comes into the form: the text, and the address where it is not part of it. A title stands
 * for both only where there is neither: it is the name of a page or a note, not what somebody wants to send.
 */
export function sharedTextOf(form: Pick<FormData, 'get'>): string {
  const field = (name: keyof typeof shareTarget.fields): string => {
    const value = form.get(shareTarget.fields[name]);
    // A browser sends the ends of lines as CR LF; the form has them as LF.
    return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
  };
  const [text, url] = [field('text'), field('url')];
  const parts = text.includes(url) ? [text] : [text, url];
  const shared = parts.filter((part) => part !== '').join('\n');
  return shared === '' ? field('title') : shared;
}
