import type { ComponentProps } from 'react';
import { AddressInput } from './address-input.tsx';
import { TextInput } from './text-input.tsx';

type LineInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur'> &
  Pick<ComponentProps<typeof AddressInput>, 'value' | 'onValue' | 'complete'>;

/** A line of what somebody writes: an address of the web, or words in whichever direction their language runs. */
export function LineInput({ onValue, complete, ...props }: LineInputProps) {
  return props.type === 'url' ? (
    <AddressInput {...props} onValue={onValue} complete={complete} />
  ) : (
    <TextInput dir="auto" {...props} onChange={(event) => onValue(event.target.value)} />
  );
}
