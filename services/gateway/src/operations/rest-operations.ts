import { deleteAccount, replaceApiToken, updateLocale } from './account.operation.ts';
import { burnSecret } from './burn-secret.operation.ts';
import { showColonel } from './colonel.operation.ts';
import { concealSecret } from './conceal-secret.operation.ts';
import { showAccount, showCustomer } from './customer.operation.ts';
import { addDomain, listDomains, removeDomain, showDomain, verifyDomain } from './domain.operation.ts';
import { submitIncoming } from './incoming.operation.ts';
import { showMetadata } from './metadata.operation.ts';
import { recentSecrets } from './recent.operation.ts';
import { acknowledgeSecret, revealSecret } from './reveal-secret.operation.ts';
import { secretGate } from './secret-gate.operation.ts';

/** Every document that `/api/v2` runs. */
export const restOperations = [
  concealSecret,
  secretGate,
  revealSecret,
  acknowledgeSecret,
  showMetadata,
  burnSecret,
  recentSecrets,
  showCustomer,
  showAccount,
  replaceApiToken,
  deleteAccount,
  updateLocale,
  listDomains,
  showDomain,
  addDomain,
  verifyDomain,
  removeDomain,
  showColonel,
  submitIncoming,
];
