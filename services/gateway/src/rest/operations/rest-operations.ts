import { burnSecret } from './burn-secret.operation.ts';
import { concealSecret } from './conceal-secret.operation.ts';
import { showMetadata } from './metadata.operation.ts';
import { acknowledgeSecret, revealSecret } from './reveal-secret.operation.ts';
import { secretGate } from './secret-gate.operation.ts';

/** Every document that `/api/v2` runs. */
export const restOperations = [concealSecret, secretGate, revealSecret, acknowledgeSecret, showMetadata, burnSecret];
