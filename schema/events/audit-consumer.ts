/** Who writes the audit trail. It hears every type of event, so the catalogue adds it to all of them. */
export const auditConsumer = 'notifications.audit';
