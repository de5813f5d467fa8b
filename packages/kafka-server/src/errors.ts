/** Why brokers did not start, as a closed set that a caller can act on. */
export type KafkaServerProblem =
  | 'already-running'
  | 'data-directory-broken'
  | 'data-directory-nodes'
  | 'data-directory-not-writable'
  | 'fetch-failed'
  | 'java-missing'
  | 'leftover-broker'
  | 'maven-missing'
  | 'platform-unsupported'
  | 'port-taken'
  | 'start-failed';

/** The message is written for the person who started the program: what is wrong, where, and what to do about it. */
export class KafkaServerError extends Error {
  readonly problem: KafkaServerProblem;

  constructor(problem: KafkaServerProblem, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'KafkaServerError';
    this.problem = problem;
  }
}
