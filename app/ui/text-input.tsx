import { type ComponentProps, useContext } from 'react';
import { classNames } from './class-names.ts';
import { useFieldControl } from './field.tsx';
import { Sending } from './form.tsx';

export function TextInput({ className, ...props }: ComponentProps<'input'>) {
  return (
    <input
      type="text"
      readOnly={useContext(Sending)}
      {...useFieldControl()}
      {...props}
      className={classNames('input', className)}
    />
  );
}

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={5}
      readOnly={useContext(Sending)}
      {...useFieldControl()}
      {...props}
      className={classNames('input textarea', className)}
    />
  );
}
