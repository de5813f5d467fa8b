import type { ScreenCode } from '../../contracts/refusals.generated.ts';
import { ApiError } from './api-error.ts';

/** A refusal by the page itself, in the same shape as the server's. */
export function refuse(code: ScreenCode): never {
  throw new ApiError({ failure: 'refused', url: location.pathname, status: 400, code });
}

export function codeOf(error: unknown): string | null {
  return error instanceof ApiError ? error.code : null;
}
