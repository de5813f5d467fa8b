/**
 * `{deliveryId}`: the email says itself whether it is due, so that one job too many does nothing.
 *
 * @NOTE Without a job key: a job that replaces one which another worker takes in the same moment is lost with it.
 */
export const sendMailJob = 'send-mail';

/** `{deliveryId, requestedBy}`: its owner may delete the envelope. */
export const forgetEnvelopeJob = 'forget-envelope';
