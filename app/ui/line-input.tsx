import { type ComponentProps, useState } from 'react';
import { TextInput } from './text-input.tsx';

type LineInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur'> &
  Pick<AddressInputProps, 'value' | 'onValue' | 'complete'>;

/** A line of what somebody writes: an address of the web, or words in whichever direction their language runs. */
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
  /** The address as it is meant. */
  complete(typed: string): string;
};

/** An address of the web. What people leave out at its beginning is added when they go on, and said. */
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
