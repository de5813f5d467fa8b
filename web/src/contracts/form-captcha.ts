import type { ReactNode } from 'react';

/** The captcha as a form needs it. */
export interface FormCaptcha {
  /** The row that shows its state; null as long as nobody has asked for a captcha. */
  readonly box: ReactNode;
  /**
   * Makes a call that may need a solution. Where one is asked for it is solved first, which takes a second or so; a
   * solution that the server finds expired or used up is replaced once. A solution is used for one call.
   *
   * Refuses  what the call refuses; ApiError if the captcha cannot be solved
   */
  readonly send: <Answer>(call: (solution: string | null) => Promise<Answer>) => Promise<Answer>;
}
