import { api } from '../../lib/calls/api.ts';
import { apiPaths } from '../../site/paths.ts';

/** Longest feedback in characters; the server cuts more. Source: REST contract 8 */
export const maxFeedbackCharacters = 999;

/** Sends feedback. `payload` is the solved captcha; visitors need one, customers do not. */
export async function submitFeedback(message: string, payload: string | null): Promise<void> {
  const form = { utf8: '✓', msg: message, ...(payload === null ? {} : { authenticity_payload: payload }) };
  await api<{ success: true }>({ path: apiPaths.feedback, form });
}
