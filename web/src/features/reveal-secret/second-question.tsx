import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../ui/action-button.tsx';

interface SecondQuestionProps {
  readonly question: string;
  readonly isOff: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

const answers = ['yes', 'no'] as const;

/**
 * For those who cannot hold a button. An answer is chosen and then confirmed, and "no" comes last: a program that presses
 * everything in its order has chosen that.
 */
export function SecondQuestion({ question, isOff, onYes, onNo }: SecondQuestionProps) {
  const { t } = useTranslation();
  const name = useId();
  const first = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<(typeof answers)[number] | null>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <div className="flex flex-col gap-3">
      <fieldset>
        <legend className="font-medium">{question}</legend>
        {answers.map((answer) => (
          <label key={answer} className="flex min-h-11 items-center gap-2">
            <input
              ref={answer === 'yes' ? first : null}
              type="radio"
              name={name}
              className="size-5 accent-accent"
              checked={chosen === answer}
              onChange={() => setChosen(answer)}
            />
            {t(`secret.hold.${answer}`)}
          </label>
        ))}
      </fieldset>
      <ActionButton
        look="primary"
        className="min-h-12 w-full"
        isOff={isOff || chosen === null}
        onClick={(event) => {
          if (!event.nativeEvent.isTrusted) return;
          if (chosen === 'yes') onYes();
          else onNo();
        }}
      >
        {isOff ? t('busy.loading') : t('secret.hold.go')}
      </ActionButton>
    </div>
  );
}
