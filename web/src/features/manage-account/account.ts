import type {
  AccountProfileQuery,
  AccountProgramsQuery,
  AccountSecurityQuery,
} from '../../gql/operations.generated.ts';

/** The signed-in customer as the pages of the account show them, each what it is about. */
export type Profile = NonNullable<AccountProfileQuery['viewer']>;
export type Security = NonNullable<AccountSecurityQuery['viewer']>;
export type Programs = NonNullable<AccountProgramsQuery['viewer']>;
