import { type Logger as PinoLogger, pino } from 'pino';

export type Logger = PinoLogger;

const CENSORED_FIELDS = [
  'secret',
  'passphrase',
  'password',
  'shrimp',
  'authorization',
  'cookie',
  'email',
  'recipient',
  'recipients',
  'ticketno',
  'msg',
  'idempotencyKey',
  'secretKey',
  'metadataKey',
  'claimToken',
];

/**
 * The last line of defence for a written line: link keys (31 characters of 0-9 a-z), cookies and addresses are blanked.
 * The first is never to hand such a value to a logger.
 */
export function scrub(line: string): string {
  return line
    .replace(/(?<![0-9a-z])[0-9a-z]{31}(?![0-9a-z])/g, '[key]')
    .replace(/(?:__Host-)?sess(?:-rm)?=[^;\s"]+/g, 'sess=[cookie]')
    .replace(/[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}/g, '[address]');
}

const root = pino({
  level: logLevel(),
  base: null,
  messageKey: 'message',
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  redact: { paths: CENSORED_FIELDS.flatMap((field) => [field, `*.${field}`]), censor: '***' },
  hooks: { streamWrite: scrub },
});

/** A logger for one area, kept as a named constant in a service's `logger.ts`. Messages are constant; what varies is a field. */
export function createLogger(name: string): Logger {
  return root.child({ name });
}

// The only setting read at import: a line logged while the configuration loads needs it already.
function logLevel(): string {
  // biome-ignore lint/style/noProcessEnv: see above
  const level = process.env.ONCEOVER_LOG_LEVEL;
  return level !== undefined && ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'].includes(level)
    ? level
    : 'info';
}
