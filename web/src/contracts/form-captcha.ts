import type { ReactNode } from 'react';

/** What a form sends with it: a solution, or nothing. */
type Solved = { readonly authenticity_payload: string } | Record<string, never>;

/** The captcha as a form needs it. */
export interface FormCaptcha {
  /** The row that shows its state; null as long as nobody has asked for a captcha. */
  readonly box: ReactNode;
  /**
   * Makes a call that may need a solution, as fields of its form. Where one is asked for it is solved first, which takes a
   * second or so; a solution that the server finds expired or used up is replaced once. A solution is used for one call.
   *
   * Refuses  what the call refuses; ApiError if the captcha cannot be solved
   */
  readonly send: <Answer>(call: (solved: Solved) => Promise<Answer>) => Promise<Answer>;
}
