import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/format.ts';
import { formatAge, formatChange } from '../../i18n/format-figures.ts';
import { paths } from '../../site/paths.ts';
import { TextLink } from '../../ui/link.tsx';
import { ToneIcon } from '../../ui/tone-icon.tsx';
import { type Answer, attackActions, type Insert, type Sentence } from './answers.ts';
import { WayIcon } from './way-icon.tsx';

const questions = ['health', 'email', 'abuse', 'change'] as const;

/** Four questions, each with its answer in words and a sign, and the way to its page. */
export function AnswerList(answers: Readonly<Record<(typeof questions)[number], Answer>>) {
  const { t } = useTranslation('colonel');
  return (
    <div className="answers">
      {questions.map((name) => (
        <OneAnswer key={name} name={name} question={t(`answers.questions.${name}`)} answer={answers[name]} />
      ))}
    </div>
  );
}

const attacks = new URLSearchParams([['range', '1h'], ...attackActions.map((action) => ['action', action])]);

const pages = {
  system: { section: 'system', href: paths.colonelSystem },
  limits: { section: 'limits', href: paths.colonelLimits },
  audit: { section: 'audit', href: paths.colonelAudit },
  attacks: { section: 'audit', href: `${paths.colonelAudit}?${attacks}` },
} as const satisfies Record<Answer['page'], object>;

interface OneAnswerProps {
  readonly name: string;
  readonly question: string;
  readonly answer: Answer;
}

function OneAnswer({ name, question, answer: { sign, sentences, page } }: OneAnswerProps) {
  const { t } = useTranslation('colonel');
  const wordsOf = useWords();
  const { section, href } = pages[page];
  return (
    <section className="answer" aria-labelledby={`answer-${name}`} data-answer={name} data-sign={sign}>
      {sign === 'more' || sign === 'fewer' || sign === 'same' ? (
        <WayIcon way={sign} className="size-5 text-info" />
      ) : (
        <ToneIcon tone={sign} />
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <h2 id={`answer-${name}`} className="text-ui">
          {question}
        </h2>
        <p className="answer-words">{sentences.map(wordsOf).join(' ')}</p>
        <p className="text-ui">
          <TextLink href={href}>{t(`frame.sections.${section}`)}</TextLink>
        </p>
      </div>
    </section>
  );
}

/** The sentence of a key that is known only here, and so is what it inserts. */
type Say = (key: Sentence['says'], inserts: Readonly<Record<string, string>>) => string;

function useWords() {
  const { t, i18n } = useTranslation('colonel');
  const say = t as unknown as Say;
  const written = (insert: Insert): string => {
    if (typeof insert === 'string') return insert;
    if (typeof insert === 'number') return formatNumber(insert, i18n.language);
    return 'seconds' in insert ? formatAge(insert.seconds, i18n.language) : formatChange(insert.change, i18n.language);
  };
  return ({ says, values = {} }: Sentence): string =>
    say(says, Object.fromEntries(Object.entries(values).map(([name, insert]) => [name, written(insert)])));
}
