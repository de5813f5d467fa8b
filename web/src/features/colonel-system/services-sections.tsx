import { useTranslation } from 'react-i18next';
import { type ConsumerHealth, consumersOf, type System } from '../../colonel/system.ts';
import { formatNumber } from '../../i18n/format.ts';
import { formatAge } from '../../i18n/format-figures.ts';
import { pageData } from '../../site/page-data.ts';
import { TableSection } from '../../ui/data-table.tsx';
import { FactsSection, fact } from '../../ui/section.tsx';

export function SystemFacts({ system }: { readonly system: System }) {
  const { t, i18n } = useTranslation('colonel');
  const secrets = system.services.find(({ service }) => service === 'secrets');
  const [epoch] = secrets?.epochs ?? [];
  const [kek] = secrets?.keks ?? [];
  const disk = secrets?.disk ?? null;
  const number = (count: number) => formatNumber(count, i18n.language);
  const unknown = t('figures.unknown');
  return (
    <FactsSection
      title={t('system.facts.title')}
      facts={[
        fact('Onceover', <bdi>{pageData().otVersion}</bdi>),
        fact('Node', <bdi>{system.node}</bdi>),
        fact('PostgreSQL', <bdi>{system.postgres}</bdi>),
        fact(
          t('system.facts.epoch'),
          epoch === undefined
            ? unknown
            : t('system.facts.key', { number: number(epoch.number), age: formatAge(epoch.ageSeconds, i18n.language) }),
        ),
        fact(
          t('system.facts.kek'),
          kek === undefined
            ? unknown
            : t('system.facts.key', { number: number(kek.version), age: formatAge(kek.ageSeconds, i18n.language) }),
        ),
        fact(
          t('system.facts.disk'),
          disk === null
            ? t('system.facts.diskElsewhere')
            : t('system.facts.diskFree', { free: number(disk.freeMegabytes), floor: number(disk.floorMegabytes) }),
        ),
      ]}
    />
  );
}

export function ServicesTable({ system: { services } }: { readonly system: System }) {
  const { t, i18n } = useTranslation('colonel');
  const number = (count: number) => formatNumber(count, i18n.language);
  return (
    <TableSection
      title={t('system.services.title')}
      columns={[
        t('system.services.service'),
        t('system.services.state'),
        t('system.services.connections'),
        t('system.services.waiting'),
      ]}
      rows={services.map(({ service, isReachable, connections }) => ({
        key: service,
        cells: [
          <bdi key="name">{service}</bdi>,
          t(isReachable ? 'system.services.answers' : 'system.services.down'),
          connections === null
            ? t('figures.unknown')
            : t('system.services.open', { open: number(connections.open), most: number(connections.most) }),
          connections === null ? t('figures.unknown') : number(connections.waiting),
        ],
      }))}
    />
  );
}

export function ConsumersTable({ system }: { readonly system: System }) {
  const { t, i18n } = useTranslation('colonel');
  const number = (count: number) => formatNumber(count, i18n.language);
  return (
    <TableSection
      title={t('system.consumers.title')}
      columns={[
        t('system.consumers.consumer'),
        t('system.consumers.log'),
        t('system.consumers.state'),
        t('system.consumers.lag'),
        t('system.consumers.oldest'),
      ]}
      rows={consumersOf(system).map((each) => ({
        key: `${each.consumer} ${each.source}`,
        cells: [
          code(each.consumer),
          <bdi key="log">{each.source}</bdi>,
          <ConsumerState key="state" consumer={each} />,
          number(each.lagEvents),
          t('pulse.seconds', { seconds: number(each.lagSeconds) }),
        ],
      }))}
    />
  );
}

function ConsumerState({ consumer: { halt, isRunning } }: { readonly consumer: ConsumerHealth }) {
  const { t } = useTranslation('colonel');
  if (halt !== null) return <strong className="text-danger">{t('system.consumers.halted')}</strong>;
  return t(isRunning ? 'system.consumers.running' : 'system.consumers.idle');
}

export function SettingsTable({ system: { services, gateway } }: { readonly system: System }) {
  const { t } = useTranslation('colonel');
  const all = [...services, ...(gateway === null ? [] : [gateway])];
  const settings = new Map(all.flatMap((each) => (each.settings ?? []).map(({ name, value }) => [name, value])));
  return (
    <TableSection
      title={t('system.settings.title')}
      text={t('system.settings.text')}
      columns={[t('system.settings.name'), t('system.settings.value')]}
      rows={[...settings].toSorted().map(([name, value]) => ({
        key: name,
        cells: [code(name), value === '' ? <Unset key="value" /> : code(value)],
      }))}
    />
  );
}

function Unset() {
  const { t } = useTranslation('colonel');
  return <span className="text-text-2">{t('system.settings.unset')}</span>;
}

function code(text: string) {
  return <code dir="ltr">{text}</code>;
}
