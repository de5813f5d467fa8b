import type { SettleEventMutationVariables, SystemHealthQuery } from '../gql/operations.generated.ts';

export type System = SystemHealthQuery['systemHealth'];
type ServiceHealth = System['services'][number];
export type ConsumerHealth = NonNullable<ServiceHealth['consumers']>[number];

type DeadLetter = NonNullable<ServiceHealth['deadLetters']>[number];

/** An event that could not be handled, by whom, and in which service. */
export type Trouble = Pick<DeadLetter, 'consumer' | 'eventId' | 'type' | 'at' | 'error'> & {
  readonly service: SettleEventMutationVariables['input']['service'];
};

export const consumersOf = ({ services }: System): readonly ConsumerHealth[] =>
  services.flatMap(({ consumers }) => consumers ?? []);

/** Events set aside by all services that answered, newest first. */
export const deadLettersOf = ({ services }: System): readonly (Trouble & { readonly attempts: number })[] =>
  services
    .flatMap(({ service, deadLetters }) =>
      (deadLetters ?? []).map((letter) => ({ ...letter, service: nameOf(service) })),
    )
    .toSorted((one, other) => other.at - one.at);

/** Events at which a consumer waits. */
export const haltsOf = ({ services }: System): readonly Trouble[] =>
  services.flatMap(({ service, consumers }) =>
    (consumers ?? []).flatMap(({ consumer, halt }) =>
      halt === null ? [] : [{ ...halt, consumer, service: nameOf(service) }],
    ),
  );

const nameOf = (service: string) => service.toUpperCase() as Trouble['service'];
