/** What an answer says about the session; the session's watcher listens. */
export type AuthSignal = 'signed-out' | 'doubtful' | 'refused';

let listener: ((signal: AuthSignal) => void) | undefined;

export function onAuthSignal(hear: (signal: AuthSignal) => void): void {
  listener = hear;
}

/** A 401 is sent only for a credential that is definitely invalid; "Not authorized" only asks for a new check. */
export function noteAuthAnswer(status: number, code: string | null): void {
  if (status === 401) listener?.('signed-out');
  else if (code === 'not_authorized') listener?.('doubtful');
}

/** A socket was refused: its session has ended, or its form token is old. A check decides. */
export function noteSocketRefused(): void {
  listener?.('refused');
}
