import type { AccountSecurityQuery } from '../../gql/operations.generated.ts';

export type Passkey = NonNullable<AccountSecurityQuery['viewer']>['passkeys'][number];

/** What every dialog about passkeys is given. */
export interface PasskeyDialogProps {
  readonly isTwoStepOn: boolean;
  readonly onClose: () => void;
  /** With what is said then. */
  readonly onDone: (said: string) => Promise<void>;
}
