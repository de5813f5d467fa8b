/** The topic of a partner: what they get and nobody else. Its partitions never change: they are what keeps a `partitionkey` in order. */
export const partnerTopic = { partitions: 3, topicDays: 7 } as const;

/**
 * What everything of a partner on Kafka begins with: its topic and its consumer groups, so that a right goes by it; before it is the
 * prefix of the installation. With the dot at its end no partner's is the beginning of another's.
 */
export const partnerPrefixOf = (partnerRef: string): string => `partner.${partnerRef}.`;

/** The name of the topic, after the prefix of the installation. Source: events 5. */
export const partnerTopicOf = (partnerRef: string): string => `${partnerPrefixOf(partnerRef)}v1`;

/** The user of a partner at the brokers, after the prefix of the installation. */
export const partnerUserOf = (partnerRef: string): string => `partner.${partnerRef}`;
