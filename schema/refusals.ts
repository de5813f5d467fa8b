import { accountRefusals } from './refusals/account-refusals.ts';
import { domainRefusals } from './refusals/domain-refusals.ts';
import { partnerRefusals } from './refusals/partner-refusals.ts';
import { secretRefusals } from './refusals/secret-refusals.ts';
import { supportRefusals } from './refusals/support-refusals.ts';

/**
 * Every refusal of the services, by code, in the one place that has its words: texts are the specification's, to the
 * letter, `rest` is the REST contract's row, and what the web says is printed from `screen`. What the gateway or a page
 * refuses by itself stands in `refusals/edge-refusals.ts`.
 *
 * Source  specification 5 and 8; REST contract 1.3, 5.1, 5.3, 5.6, 7, 8
 */
export const refusals = {
  ...secretRefusals,
  ...supportRefusals,
  ...accountRefusals,
  ...domainRefusals,
  ...partnerRefusals,
} as const;

export type RefusalCode = keyof typeof refusals;
