import { RefreshCw } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CharacterKind, characterKinds, makePassword, passwordLengths } from '../../passwords/make-password.ts';
import { CopyButton } from '../../ui/copy-button.tsx';

interface PasswordOptionsProps {
  readonly isReadOnly: boolean;
  /** Called with every password that the panel shows: it is the one that "Generate password" will use. */
  readonly onMade: (password: string) => void;
}

/** Length and kinds of characters of a password that is made in the browser, and seen before it is used. */
export function PasswordOptions({ isReadOnly, onMade }: PasswordOptionsProps) {
  const { t } = useTranslation('public');
  const id = useId();
  const [{ length, kinds, password }, setMade] = useState(() => made(passwordLengths.usual, characterKinds));
  useEffect(() => onMade(password), [password, onMade]);
  const change = (newLength: number, newKinds: readonly CharacterKind[]) => {
    // One kind has to stay.
    if (!isReadOnly && newKinds.length > 0) setMade(made(newLength, newKinds));
  };
  const without = (kind: CharacterKind) => kinds.filter((known) => known !== kind);
  const toggled = (kind: CharacterKind) =>
    kinds.includes(kind) ? without(kind) : characterKinds.filter((known) => known === kind || kinds.includes(known));
  return (
    <div className="flex flex-col gap-3">
      <div>
        <label className="field-label" htmlFor={id}>
          {t('form.options.length', { n: length })}
        </label>
        <input
          id={id}
          type="range"
          className="h-11 w-full max-w-80 accent-accent"
          min={passwordLengths.shortest}
          max={passwordLengths.longest}
          value={length}
          onChange={(event) => change(Number(event.currentTarget.value), kinds)}
        />
      </div>
      <fieldset>
        <legend className="field-label">{t('form.options.kinds')}</legend>
        <div className="flex flex-wrap gap-x-5">
          {characterKinds.map((kind) => (
            <label key={kind} className="inline-flex min-h-11 items-center gap-2">
              <input
                type="checkbox"
                className="size-5 accent-accent"
                checked={kinds.includes(kind)}
                onChange={() => change(length, toggled(kind))}
              />
              {t(`form.options.${kind}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <div>
        <p className="field-label">{t('form.options.preview')}</p>
        <output className="field field-mono block min-h-11 break-all" dir="ltr" data-testid="preview">
          {password}
        </output>
        <div className="mt-1 flex flex-wrap gap-x-2">
          <button type="button" className="icon-button px-2 text-ui" onClick={() => change(length, kinds)}>
            <RefreshCw className="size-5 shrink-0" strokeWidth={1.75} aria-hidden="true" />
            <span>{t('form.options.another')}</span>
          </button>
          <CopyButton text={password} look="plain" label={t('form.options.copy')} />
        </div>
        <p className="text-small text-text-3">{t('form.options.hint')}</p>
      </div>
    </div>
  );
}

function made(length: number, kinds: readonly CharacterKind[]) {
  return { length, kinds, password: makePassword(length, kinds) };
}
