import type { NativeAnswers } from '../../../../answers/native-answer.ts';
import type { ShowColonelQuery } from '../../../../operations/operations.generated.ts';
import { naturalDate } from './time-text.ts';

type CustomerSummary = ShowColonelQuery['accountStatistics']['recentCustomers'][number];

const DAY = 86_400;

/** The colonel's overview; days are UTC days. Units: `now` in Unix seconds. Source: REST contract 7.2. */
export function presentColonel(
  data: ShowColonelQuery,
  { now, plansEnabled }: { readonly now: number; readonly plansEnabled: boolean },
): NativeAnswers['colonel'] {
  const { accountStatistics, feedback } = data;
  const today = dayOf(now);
  const said = (isThen: (day: number) => boolean) =>
    feedback.filter(({ created }) => isThen(dayOf(created))).map((one) => presentFeedback(one, now));
  return {
    success: true,
    record: {
      recent_customers: accountStatistics.recentCustomers.map((customer) => presentSummary(customer, now)),
      today_feedback: said((day) => day >= today),
      yesterday_feedback: said((day) => day === today - 1),
      older_feedback: said((day) => day < today - 1),
      redis_info: '',
      plans_enabled: plansEnabled,
      counts: countsOf(data),
    },
    details: {},
  };
}

function countsOf({
  accountStatistics,
  secretStatistics,
  feedbackStatistics,
}: ShowColonelQuery): NativeAnswers['colonel']['record']['counts'] {
  const { count, todayCount, yesterdayCount } = feedbackStatistics;
  return {
    session_count: accountStatistics.sessionCount,
    customer_count: accountStatistics.customerCount,
    recent_customer_count: accountStatistics.recentCustomerCount,
    metadata_count: secretStatistics.metadataCount,
    secret_count: secretStatistics.secretCount,
    secrets_created: secretStatistics.secretsCreated,
    secrets_shared: secretStatistics.secretsShared,
    emails_sent: secretStatistics.emailsSent,
    feedback_count: count,
    today_feedback_count: todayCount,
    yesterday_feedback_count: yesterdayCount,
    older_feedback_count: Math.max(0, count - todayCount - yesterdayCount),
  };
}

function presentSummary(customer: CustomerSummary, now: number) {
  const { custid, plan, role, isVerified, usage, created } = customer;
  return {
    custid,
    planid: plan.id,
    colonel: role === 'COLONEL',
    verified: isVerified,
    secrets_created: usage.secretsCreated,
    secrets_shared: usage.secretsShared,
    emails_sent: usage.emailsSent,
    stamp: naturalDate(created, now),
  };
}

function presentFeedback({ message, created }: ShowColonelQuery['feedback'][number], now: number) {
  return { msg: message, stamp: naturalDate(created, now) };
}

function dayOf(seconds: number): number {
  return Math.floor(seconds / DAY);
}
