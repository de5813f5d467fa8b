import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { secretLimits } from '../../contracts/secret-limits.ts';
import { announce } from '../../lib/announcer.ts';
import { isFirstVisit, mailedTo } from '../../secrets/created-here.ts';
import type { Delivery, Metadata } from '../../secrets/metadata.ts';
import { type SecretStatus, sealOf } from '../../secrets/secret-status.ts';
import { pageData } from '../../site/page-data.ts';
import { paths } from '../../site/paths.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { ButtonLink } from '../../ui/link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Seal } from '../../ui/seal.tsx';
import { GeneratedValue, useGeneratedValue } from './generated-value.tsx';
import { ShareCard } from './share-card.tsx';
import { StatusList } from './status-list.tsx';
import { Timeline } from './timeline.tsx';
import { BounceNotice, hasBounced, InterceptionNotice } from './warnings.tsx';

interface MetadataViewProps {
  readonly metadataKey: string;
  readonly metadata: Metadata;
  /** This tab created the message, as far as it remembers. */
  readonly isCreatedHere: boolean;
  readonly isJustBurned: boolean;
  /** The owner's private label; absent for everybody else. */
  readonly label?: ReactNode;
}

/** The sender's private page: send the link; later, see what happened. */
export function MetadataBody(props: MetadataViewProps) {
  const { metadataKey, metadata, isCreatedHere, isJustBurned, label } = props;
  const { t } = useTranslation('public');
  const { record, details } = metadata;
  const status = record.state;
  const title = useHeading(status, isCreatedHere);
  const mailing = useMailing(metadata, mailedTo(metadataKey));
  const generated = useGeneratedValue(metadataKey);
  const [isFirst] = useState(() => isFirstVisit(metadataKey));
  const heading = status === 'new' && mailing.heading !== null ? mailing.heading : title;
  const isReturned = hasBounced(metadata);
  useAnnouncedChange(
    `${status} ${details.deliveries[0]?.status} ${isReturned}`,
    isReturned && heading === title ? t('metadata.steps.email.bounced') : heading,
  );
  const isStranger = !isCreatedHere && !details.is_owner;
  const statusCard = (
    <>
      <div className="card grid gap-6 md:grid-cols-2">
        <StatusList metadata={metadata} status={status} />
        <Timeline metadata={metadata} status={status} />
      </div>
      {label}
    </>
  );
  return (
    <div className="mx-auto flex max-w-home flex-col gap-6">
      {isStranger && <Notice kind="warning">{t('metadata.guard')}</Notice>}
      <div className="flex items-center gap-4">
        <Seal state={sealOf(status)} isFresh={isJustBurned} />
        {/* The address stays out of the title, which the browser keeps in its history. */}
        <PageHeading documentTitle={`${title} · Onceover`}>
          <span className="wrap-anywhere">{heading}</span>
        </PageHeading>
      </div>
      {details.is_truncated && (
        <Notice kind="warning">{t('form.truncated', { max: secretLimits(pageData()).maxCharacters })}</Notice>
      )}
      <BounceNotice metadata={metadata} status={status} />
      <InterceptionNotice metadata={metadata} status={status} />
      {details.is_locked && status === 'new' && <Notice kind="warning">{t('metadata.locked')}</Notice>}
      {generated !== null && <GeneratedValue value={generated} />}
      {mailing.isUnderWay && statusCard}
      {status === 'new' && record.share_url !== null && (
        <FoldedIf isFolded={mailing.isUnderWay}>
          <ShareCard
            shareUrl={record.share_url}
            expiresAt={record.expiration}
            hasPassphrase={details.has_passphrase}
            copiesAtOnce={isFirst && !mailing.isUnderWay}
          />
        </FoldedIf>
      )}
      {status === 'new' && record.share_url === null && <p className="text-text-2">{t('metadata.handle')}</p>}
      {!mailing.isUnderWay && statusCard}
      {!details.is_by_owner_handle && <PrivateLink url={record.metadata_url} />}
      <Faq />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <ButtonLink href={paths.home} className="max-sm:w-full">
          {t('metadata.another')}
        </ButtonLink>
        {status === 'new' && (
          <ButtonLink href={paths.burn(metadataKey)} look="text-danger" className="max-sm:w-full">
            {t('metadata.burn')}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

/** The link that the recipient gets by email is there for the sender too, one click away. */
function FoldedIf({ isFolded, children }: { isFolded: boolean; children: ReactNode }) {
  const { t } = useTranslation('public');
  return isFolded ? <Disclosure summary={t('metadata.showLink')}>{children}</Disclosure> : children;
}

const notThere: ReadonlySet<Delivery['status']> = new Set(['failed', 'suppressed', 'bounced']);

/** What became of the email with the link. `address` is what this tab remembers; the server tells only its mask. */
function useMailing({ details }: Metadata, address: string | null) {
  const { t } = useTranslation('public');
  const status = details.deliveries[0]?.status ?? (address === null ? null : 'queued');
  if (status === null) return { heading: null, isUnderWay: false };
  return {
    /** To whom the link is on its way, in words. */
    heading: address === null ? null : t(`metadata.mailing.${status}`, { address }),
    /** The recipient gets the link by email, as far as is known: nobody has to send it. */
    isUnderWay: !details.deliveries.some((one) => notThere.has(one.status)),
  };
}

function useHeading(status: SecretStatus, isCreatedHere: boolean): string {
  const { t } = useTranslation('public');
  switch (status) {
    case 'received':
      return t('metadata.headingReceived');
    case 'burned':
      return t('metadata.headingBurned');
    case 'expired':
      return t('metadata.headingExpired');
    default:
      return isCreatedHere ? t('metadata.headingCreated') : t('metadata.headingWaiting');
  }
}

/** Announces what happened when the page finds out; the focus stays where it is. */
function useAnnouncedChange(status: string, heading: string): void {
  const known = useRef(status);
  useEffect(() => {
    if (known.current !== status) announce(heading);
    known.current = status;
  }, [status, heading]);
}

const questions = ['who', 'know', 'look', 'burn'] as const;

function Faq() {
  const { t } = useTranslation('public');
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>{t('metadata.faq.heading')}</h2>
      <div className="mt-2 divide-y divide-border border-y border-border">
        {questions.map((question) => (
          <Disclosure key={question} summary={t(`metadata.faq.${question}`)}>
            {t(`metadata.faq.${question}Text`)}
          </Disclosure>
        ))}
      </div>
    </section>
  );
}

/** The address of this page: the sender's way back, and their control over the message. */
function PrivateLink({ url }: { url: string }) {
  const { t } = useTranslation('public');
  const id = useId();
  return (
    <section className="rounded-md bg-surface-2 p-4" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="text-ui">
        {t('metadata.keep')}
      </h2>
      <p className="mb-3 text-small text-text-2">{t('metadata.keepText')}</p>
      <div className="flex flex-wrap items-start gap-3">
        <input
          className="field field-mono min-w-0 flex-[1_1_220px] text-start"
          aria-label={t('metadata.privateLink')}
          dir="ltr"
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={url} label={t('metadata.copyPrivate')} />
      </div>
    </section>
  );
}
