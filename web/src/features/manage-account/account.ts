import type { AccountQuery } from '../../gql/operations.generated.ts';

/** The signed-in customer as the account page shows them. */
export type Viewer = NonNullable<AccountQuery['viewer']>;
