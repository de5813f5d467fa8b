import { giveAccess, takeAccess } from '@onceover/kafka-log';
import type { KafkaConfig } from '@onceover/kafka-log/config';
import type { PartnerAccess } from '@onceover/notifications/cli';
import { partnerPrefixOf, partnerUserOf } from '@onceover/schema/events/partner-topics';
import { openKafka, topicOfPartner } from '../backing.ts';

/**
 * Lets partners read their topics at the brokers, as the user that the settings of Kafka name: who fills topics need not be allowed
 * this, so another user may be named in the environment for it.
 */
export function partnerAccess(open: () => Promise<{ readonly kafka: KafkaConfig }>): PartnerAccess {
  return {
    async give(partnerRef, secret) {
      const { kafka } = await open();
      const user = `${kafka.prefix}.${partnerUserOf(partnerRef)}`;
      const prefix = `${kafka.prefix}.${partnerPrefixOf(partnerRef)}`;
      await giveAccess(openKafka(kafka, 'partners'), { user, prefix, ...secret });
      return { brokers: kafka.brokers, topic: topicOfPartner(partnerRef, kafka).name, groupPrefix: prefix, user };
    },
    async take(partnerRef) {
      const { kafka } = await open();
      await takeAccess(openKafka(kafka, 'partners'), `${kafka.prefix}.${partnerUserOf(partnerRef)}`);
    },
  };
}
