import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { useFieldControl } from './field.tsx';

export function TextInput({ className, ...props }: ComponentProps<'input'>) {
  return (
    <input
      type="text"
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
      {...useFieldControl()}
      {...props}
      className={classNames('input textarea', className)}
    />
  );
}
