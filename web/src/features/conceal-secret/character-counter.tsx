import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { announce } from '../../lib/announcer.ts';

const spokenShares = [0.5, 0.9, 1] as const;

/** "n / max chars": seen on hover, on focus and above half the limit; spoken when half, nine tenths or all is used. */
export function CharacterCounter({ characters, max }: { characters: number; max: number }) {
  const { t, i18n } = useTranslation('public');
  const level = spokenShares.filter((share) => characters >= share * max).length;
  const spoken = useRef(0);
  useEffect(() => {
    if (level > spoken.current) announce(i18n.t('public:form.countSpoken', { n: characters, max }));
    spoken.current = level;
  }, [level, characters, max, i18n]);
  return (
    <p
      className="counter text-small tabular-nums text-text-3"
      data-always={characters > max / 2 || undefined}
      data-testid="character-counter"
    >
      {t('form.count', { n: characters, max })}
    </p>
  );
}
