import { Eye, EyeOff } from 'lucide-react';
import { type KeyboardEvent, type Ref, useId, useState } from 'react';

interface PassphraseFieldProps {
  readonly label: string;
  readonly showLabel: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** It is being chosen here, not asked for. */
  readonly isNew?: boolean;
  readonly hint?: string;
  readonly error?: string;
  readonly isReadOnly?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly onEnter?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/** A masked field with a toggle. Password managers are asked to leave it alone: it belongs to one message. */
export function PassphraseField(props: PassphraseFieldProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const describedBy = [props.error && `${id}-error`, props.hint && `${id}-hint`].filter(Boolean).join(' ');
  const watchEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) props.onEnter?.(event);
  };
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {props.label}
      </label>
      <div className="relative">
        <input
          ref={props.inputRef}
          id={id}
          className="field pe-12"
          type={isShown ? 'text' : 'password'}
          name="passphrase"
          value={props.value}
          maxLength={256}
          readOnly={props.isReadOnly}
          autoComplete={props.isNew ? 'new-password' : 'off'}
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          dir="auto"
          data-1p-ignore
          data-lpignore="true"
          data-bwignore
          aria-invalid={props.error === undefined ? undefined : true}
          aria-describedby={describedBy || undefined}
          onChange={(event) => props.onChange(event.currentTarget.value)}
          onKeyDown={watchEnter}
        />
        <button
          type="button"
          className="icon-button absolute end-0 top-0"
          aria-pressed={isShown}
          aria-label={props.showLabel}
          onClick={() => setShown(!isShown)}
        >
          <Icon className="size-5" strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
      {props.error !== undefined && (
        <p id={`${id}-error`} className="mt-1 text-small font-medium text-danger">
          {props.error}
        </p>
      )}
      {props.hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1 text-small text-text-3">
          {props.hint}
        </p>
      )}
    </div>
  );
}
