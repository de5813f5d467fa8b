export { makeDirectory, writableDirectory } from './directory.ts';
export { type LockFailure, lockDirectory } from './lock.ts';
export { birthOf, isAlive, isGoneWithin, isRunning } from './process-facts.ts';
