import { scrub } from '@onceover/service-kit/logging';

const MAX_CHARACTERS = 500;

/** An error in one line: its name, its code and its message without keys or addresses. For tables and operators. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return 'not an error';
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  return scrub(`${error.name}${code}: ${error.message}`).slice(0, MAX_CHARACTERS);
}
