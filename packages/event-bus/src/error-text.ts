import { codeOf } from '@onceover/service-kit/errors';
import { scrub } from '@onceover/service-kit/logging';

const MAX_CHARACTERS = 500;

/** An error in one line: its name, its code and its message without keys or addresses. For tables and operators. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return 'not an error';
  const name = [error.name, codeOf(error)].filter(Boolean).join(' ');
  return scrub(`${name}: ${error.message}`).slice(0, MAX_CHARACTERS);
}
