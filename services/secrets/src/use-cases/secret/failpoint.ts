/** Moments at which a test may stop or kill the service; does nothing otherwise. Security 7.2. */
export type Failpoint = (name: FailpointName) => Promise<void> | void;

export type FailpointName =
  | `reveal.${'parsed' | 'attempt_reserved' | 'deriving' | 'decrypted' | 'before_commit' | 'commit_sent' | 'committed' | 'answering'}`
  | 'acknowledge.committed'
  | `conceal.${'before_commit' | 'commit_sent' | 'committed'}`
  | `value.${'before_commit' | 'committed'}`
  | `burn.${'before_commit' | 'committed'}`
  | `sweep.${'before_batch' | 'batch_sent' | 'after_batch'}`;
