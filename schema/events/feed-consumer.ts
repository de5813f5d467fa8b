/** Who writes the feeds of accounts. */
export const feedConsumer = 'notifications.account_feed';
