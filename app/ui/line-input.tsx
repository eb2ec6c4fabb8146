import { type ComponentProps, useState } from 'react';
import { TextInput } from './text-input.tsx';

type LineInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur'> &
  Pick<AddressInputProps, 'value' | 'onValue' | 'complete'>;

/** A line that somebody writes: a web address, or words in whatever direction their language runs. */
export function LineInput({ onValue, complete, ...props }: LineInputProps) {
  return props.type === 'url' ? (
    <AddressInput {...props} onValue={onValue} complete={complete} />
  ) : (
    <TextInput dir="auto" {...props} onChange={(event) => onValue(event.target.value)} />
  );
}

type AddressInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur' | 'type'> & {
  value: string;
  onValue(value: string): void;
  complete(typed: string): string;
};

/** A web address. A missing beginning is added when the field is left, with a note that says so. */
function AddressInput({ value, onValue, complete, ...props }: AddressInputProps) {
  const [isCompleted, setCompleted] = useState(false);

  function goOn() {
    const whole = complete(value);
    if (whole === value) return;
    setCompleted(true);
    onValue(whole);
  }

  return (
    <>
      <TextInput
        {...props}
        type="url"
        value={value}
        onBlur={goOn}
        onChange={(event) => {
          setCompleted(false);
          onValue(event.target.value);
        }}
      />
      <p className={isCompleted ? 'field-hint' : 'sr-only'} role="status">
        {isCompleted && 'We added https:// at the beginning.'}
      </p>
    </>
  );
}
