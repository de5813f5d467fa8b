import { colonelAnswer } from '@onceover/schema/rest/colonel';
import { expect, test } from 'vitest';
import { presentColonel } from './colonel.ts';

const noon = 1_900_065_600; // 2030-03-18, 12:00 UTC
const usage = { secretsCreated: 12, secretsShared: 5, emailsSent: 3 };
const data = {
  accountStatistics: {
    sessionCount: 4,
    customerCount: 41,
    recentCustomerCount: 9,
    recentCustomers: [
      {
        custid: 'n@example.com',
        plan: { id: 'basic' },
        role: 'CUSTOMER',
        isVerified: true,
        created: noon - 30,
        usage,
      },
    ],
  },
  secretStatistics: { metadataCount: 7, secretCount: 6, ...usage },
  feedback: [
    { message: 'just now', created: noon },
    { message: 'after midnight', created: noon - 43_200 },
    { message: 'before midnight', created: noon - 43_201 },
    { message: 'at the start of yesterday', created: noon - 129_600 },
    { message: 'older', created: noon - 129_601 },
  ],
  feedbackStatistics: { count: 10, todayCount: 2, yesterdayCount: 3 },
} as const;

test('feedback is grouped by UTC day', () => {
  const { record } = colonelAnswer.parse(presentColonel(data, { now: noon, plansEnabled: true }));
  const words = (group: readonly { readonly msg: string }[]) => group.map(({ msg }) => msg);
  expect(words(record.today_feedback)).toEqual(['just now', 'after midnight']);
  expect(words(record.yesterday_feedback)).toEqual(['before midnight', 'at the start of yesterday']);
  expect(words(record.older_feedback)).toEqual(['older']);
  expect(record.today_feedback[0]?.stamp).toBe('a moment ago');
});

test('the counts of all three services are shown together', () => {
  const { record } = colonelAnswer.parse(presentColonel(data, { now: noon, plansEnabled: false }));
  expect(record).toMatchObject({ redis_info: '', plans_enabled: false });
  expect(record.counts).toEqual({
    session_count: 4,
    customer_count: 41,
    recent_customer_count: 9,
    metadata_count: 7,
    secret_count: 6,
    secrets_created: 12,
    secrets_shared: 5,
    emails_sent: 3,
    feedback_count: 10,
    today_feedback_count: 2,
    yesterday_feedback_count: 3,
    older_feedback_count: 5,
  });
  expect(record.recent_customers).toEqual([
    {
      custid: 'n@example.com',
      planid: 'basic',
      colonel: false,
      verified: true,
      secrets_created: 12,
      secrets_shared: 5,
      emails_sent: 3,
      stamp: 'a moment ago',
    },
  ]);
});
