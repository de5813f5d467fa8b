import { useQuery } from '@apollo/client/react';
import { PageTitle } from '../app/page-title.tsx';
import { FeedbackByDay } from '../features/colonel-feedback/feedback-by-day.tsx';
import { colonelFeedbackOperation } from '../gql/operations/colonel-feedback.generated.ts';
import { Answer } from '../ui/query-state.tsx';

export function ColonelFeedbackPage() {
  const feedback = useQuery(colonelFeedbackOperation);
  return (
    <div className="flex flex-col gap-6">
      <PageTitle page="colonelFeedback" />
      <Answer of={feedback} rows={6} isKept>
        {(said) => <FeedbackByDay said={said} nowSeconds={Date.now() / 1000} />}
      </Answer>
    </div>
  );
}
