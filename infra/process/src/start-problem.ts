import path from 'node:path';
import { isTemporaryName } from '@onceover/service-kit/durable-file';

/** Errors whose message was written for the person who starts the program, by name: services do not export these classes. */
const SPOKEN = new Set([
  'ConfigError',
  'PostgresServerError',
  'KeysMissing',
  'UnsafeKeys',
  'WrongKeysDirectory',
  'TooFewConnections',
  'KeysElsewhere',
  'WrongKeyStore',
  'AuditBroken',
  'KeyStoreInUse',
  'MadeByAnotherVersion',
  'TablesInUse',
  'DirectoryNotMade',
  'WebNotBuilt',
]);

/** Where a process was to listen, and how that is changed. */
export interface AskedPlace {
  readonly host: string;
  readonly port: number;
  /** Such as `npm start -- --port`. */
  readonly portSetting: string;
  readonly hostSetting: string;
}

/** What to tell the person who started the program, or undefined when the error is a surprise. */
export function startProblem(error: unknown, asked: AskedPlace): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (SPOKEN.has(error.name)) return error.message;
  const { code, syscall, path: file } = error as NodeJS.ErrnoException;
  if (code === LACKS_RIGHT) return lackingRight(error);
  const unusable = UNUSABLE.get(code ?? '');
  if (unusable !== undefined && file !== undefined && syscall !== 'listen') {
    return `${placeOf(file)} cannot be used: ${unusable} (${code}). Make it writable for the user that starts Onceover, or choose another place.`;
  }
  const place = `${asked.host}:${asked.port}`;
  if (error.name === 'PortInUse' || code === 'EADDRINUSE') {
    return `Port ${asked.port} on ${asked.host} is in use. Stop the program that uses it, or choose another port: ${asked.portSetting}${asked.port + 1}`;
  }
  if (syscall === 'listen' && code === 'EACCES')
    return `This user is not allowed to listen on ${place}. Choose a port above 1023.`;
  if (code === 'EADDRNOTAVAIL') return `${asked.host} is not an address of this machine (${asked.hostSetting}).`;
  if (syscall === 'getaddrinfo') return `The host name ${asked.host} cannot be resolved (${asked.hostSetting}).`;
  return undefined;
}

/** Why a file or directory that somebody chose is of no use. */
const UNUSABLE: ReadonlyMap<string, string> = new Map([
  ['EROFS', 'the file system is read-only'],
  ['EACCES', 'this user is not allowed to'],
  ['EPERM', 'this user is not allowed to'],
  ['ENOSPC', 'the disk is full'],
]);

/** The directory of a file that was only going to be written: its name says nothing to anybody. */
const placeOf = (file: string): string => (isTemporaryName(path.basename(file)) ? path.dirname(file) : file);

/** `insufficient_privilege` of PostgreSQL. */
const LACKS_RIGHT = '42501';

/** What is in a database, and its roles, belong to whoever made them. */
function lackingRight({ message }: Error): string {
  // Knex puts the statement before the words of the server.
  const words = message.slice(message.lastIndexOf(' - ') + 1).replace(/^- /, '');
  return (
    `The database does not let the user of ONCEOVER_DATABASE_URL do what has to be done: ${words}. Start with the user that made ` +
    'its schemas and roles, or run as that user: grant "<the role or owner that is named>" to "<the user that starts>"'
  );
}

/** What to tell whoever typed a command: what went wrong, and what then kept things from being closed. */
export function commandProblems(error: unknown): readonly string[] {
  if (error instanceof SuppressedError) return [...commandProblems(error.suppressed), ...commandProblems(error.error)];
  const nowhere = { host: '', port: 0, hostSetting: '', portSetting: '' };
  return [startProblem(error, nowhere) ?? (error instanceof Error ? error.message : String(error))];
}
