import type { ScreenCode } from '../../contracts/refusals.generated.ts';
import { ApiError } from './api-error.ts';

/** A refusal by the page itself, in the same shape as the server's. */
export function refuse(code: ScreenCode): never {
  throw refusalOf([code]);
}

/** Refuses a form for everything that is wrong with it, so that nobody corrects it step by step; nothing wrong: goes on. */
export function refuseAll(codes: readonly ScreenCode[]): void {
  if (codes.length > 0) throw refusalOf(codes);
}

export function refusalOf(codes: readonly ScreenCode[]): ApiError {
  return new ApiError({ failure: 'refused', url: location.pathname, status: 400, codes });
}

export function codeOf(error: unknown): string | null {
  return error instanceof ApiError ? error.code : null;
}
