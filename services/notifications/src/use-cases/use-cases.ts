import { chainStatusUseCase, type StatusPorts } from './audit/search/chain-status.ts';
import { countTrailUseCase } from './audit/search/count-trail.ts';
import { beginTrailExportUseCase, type ExportPorts, readTrailExportUseCase } from './audit/search/export-found.ts';
import { searchTrailUseCase } from './audit/search/search-trail.ts';
import { auditTrailUseCase, trailSignaturesUseCase } from './audit/show-trail.ts';
import { type FeedPages, showActivityUseCase } from './feed/show-activity.ts';
import {
  type FeedbackBox,
  feedbackStatisticsUseCase,
  listFeedbackUseCase,
  submitFeedbackUseCase,
} from './feedback/feedback.ts';
import { customerEmailsUseCase, type KnownEmails, listDeliveriesUseCase } from './mail/known-emails.ts';
import { type BouncePorts, reportBounceUseCase } from './mail/report-bounce.ts';
import { type FailedMailPorts, listFailedMailsUseCase, settleFailedMailUseCase } from './mail/settle-failed-mail.ts';
import { type ActivityBook, colonelOverviewUseCase } from './overview/colonel-overview.ts';
import { colonelPulseUseCase, type PulseBook } from './overview/colonel-pulse.ts';
import { type HealthPorts, systemHealthUseCase } from './overview/system-health.ts';

/** Every use case that the graph or another service can call. */
export type UseCases = ReturnType<typeof useCasesOf>;

export interface UseCasePorts extends HealthPorts, BouncePorts, FailedMailPorts {
  readonly feedback: FeedbackBox;
  readonly emails: KnownEmails;
  readonly feed: FeedPages;
  /** The address of the support desk; null: there is none. */
  readonly desk: string | null;
  readonly activity: ActivityBook & PulseBook;
  readonly auditSearch: ExportPorts & StatusPorts;
  /** The database's time. */
  now(): Promise<Date>;
}

export function useCasesOf(ports: UseCasePorts) {
  return {
    submitFeedback: submitFeedbackUseCase(ports),
    listFeedback: listFeedbackUseCase(ports),
    feedbackStatistics: feedbackStatisticsUseCase(ports),
    showActivity: showActivityUseCase(ports),
    auditTrail: auditTrailUseCase(ports.auditSearch),
    trailSignatures: trailSignaturesUseCase(ports.auditSearch),
    searchTrail: searchTrailUseCase(ports.auditSearch),
    countTrail: countTrailUseCase(ports.auditSearch),
    beginTrailExport: beginTrailExportUseCase(ports.auditSearch),
    readTrailExport: readTrailExportUseCase(ports.auditSearch),
    chainStatus: chainStatusUseCase(ports.auditSearch),
    customerEmails: customerEmailsUseCase(ports),
    listDeliveries: listDeliveriesUseCase(ports),
    reportBounce: reportBounceUseCase(ports),
    listFailedMails: listFailedMailsUseCase(ports),
    settleFailedMail: settleFailedMailUseCase(ports),
    colonelOverview: colonelOverviewUseCase(ports),
    colonelPulse: colonelPulseUseCase(ports),
    systemHealth: systemHealthUseCase(ports),
  };
}
