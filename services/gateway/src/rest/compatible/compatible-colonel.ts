import type { ColonelAnswer } from '@onceover/schema/rest/colonel';
import { asText } from './strings.ts';

/** The colonel's overview with the types the original sent. Source: REST contract 2. */
export function compatibleColonel(answer: ColonelAnswer): object {
  const { record } = answer;
  return {
    ...answer,
    record: {
      ...record,
      recent_customers: record.recent_customers.map((customer) => ({ ...customer, ...countedAsText(customer) })),
      counts: { ...record.counts, ...countedAsText(record.counts) },
    },
  };
}

function countedAsText(counted: {
  readonly secrets_created: number;
  readonly secrets_shared: number;
  readonly emails_sent: number;
}) {
  const { secrets_created, secrets_shared, emails_sent } = counted;
  return {
    secrets_created: asText(secrets_created),
    secrets_shared: asText(secrets_shared),
    emails_sent: asText(emails_sent),
  };
}
