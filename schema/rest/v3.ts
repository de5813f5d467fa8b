import { z } from 'zod';
import {
  laterBurnAnswer,
  laterConcealAnswer,
  laterErrorAnswer,
  laterMemoAnswer,
  laterReceiptAnswer,
  laterReceiptsAnswer,
  laterRecentAnswer,
  laterRevealAnswer,
  laterSecretObject,
  laterStatusesAnswer,
  receiptObject,
} from './later.ts';
import { secretAnswer } from './secret.ts';
import { feedbackAnswer } from './support.ts';

/*
 * `/api/v3`: the later dialect without the names of earlier versions. Source: dialects 5.
 */

/** Names of earlier versions that v3 does not repeat. */
export const droppedByV3 = ['metadata', 'custid', 'shrimp', 'key', 'secret_shortkey', 'shortkey'] as const;

const recipients = z.array(z.string()).nullable().meta({ description: 'Obscured.' });
const oldNames = { custid: true, key: true, secret_shortkey: true, shortkey: true } as const;

const receipt = receiptObject.omit(oldNames).extend({ recipients }).meta({ id: 'V3Receipt' });
const secret = laterSecretObject.omit({ key: true, shortkey: true }).meta({ id: 'V3Secret' });
const page = laterReceiptAnswer.shape.record.omit(oldNames).extend({ recipients });
const noEnvelope = { shrimp: true, custid: true } as const;

export const v3Answers = {
  secret: secretAnswer.omit({ intent: true }).extend({
    record: secretAnswer.shape.record.omit({ key: true, secret_shortkey: true, shortkey: true }),
  }),
  feedback: feedbackAnswer.omit(noEnvelope),
  laterBurned: laterBurnAnswer.omit(noEnvelope).extend({ record: page }),
  laterConcealed: laterConcealAnswer.omit(noEnvelope).extend({
    record: laterConcealAnswer.shape.record.omit({ metadata: true }).extend({ receipt, secret }),
  }),
  laterLabeled: laterMemoAnswer.omit(noEnvelope).extend({ record: receipt }),
  laterReceipt: laterReceiptAnswer.extend({ record: page }),
  laterReceipts: laterReceiptsAnswer.omit(noEnvelope).extend({ records: z.array(receipt) }),
  laterRecent: laterRecentAnswer.omit({ custid: true }).extend({
    records: z.array(receipt),
    details: laterRecentAnswer.shape.details.extend({
      revealed_receipts: z.array(receipt),
      pending_receipts: z.array(receipt),
    }),
  }),
  laterRevealed: laterRevealAnswer.omit(noEnvelope).extend({ record: secret }),
  laterStatus: z.union([
    z.strictObject({
      success: z.literal(true),
      record: secret,
      details: z.strictObject({ current_expiration: z.int().nonnegative() }),
    }),
    z.strictObject({ success: z.literal(true), record: z.strictObject({ state: z.literal('unknown') }) }),
  ]),
  laterStatuses: laterStatusesAnswer.omit(noEnvelope).extend({ records: z.array(secret) }),
} as const;

export const v3ErrorAnswer = laterErrorAnswer.omit({ shrimp: true }).meta({ id: 'V3Error' });
