import type { SystemHealthQuery } from '../../gql/operations.generated.ts';

export type System = SystemHealthQuery['systemHealth'];
type ServiceHealth = System['services'][number];
export type ConsumerHealth = NonNullable<ServiceHealth['consumers']>[number];
type DeadLetter = NonNullable<ServiceHealth['deadLetters']>[number];

/** Consumers of all services that answered. */
export const consumersOf = ({ services }: System): readonly ConsumerHealth[] =>
  services.flatMap(({ consumers }) => consumers ?? []);

/** Events set aside by all services that answered, newest first. */
export const deadLettersOf = ({ services }: System): readonly DeadLetter[] =>
  services.flatMap(({ deadLetters }) => deadLetters ?? []).toSorted((one, other) => other.at - one.at);

/** An event that could not be handled, and by whom. */
export type Trouble = Pick<DeadLetter, 'consumer' | 'eventId' | 'type' | 'at' | 'error'>;

/** Events at which a consumer waits. */
export const haltsOf = (system: System): readonly Trouble[] =>
  consumersOf(system).flatMap(({ consumer, halt }) => (halt === null ? [] : [{ consumer, ...halt }]));
