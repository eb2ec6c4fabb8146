import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { useFieldControl } from './field.tsx';
import { useHeldChoice } from './form.tsx';

type Option = string | { value: string; label: string };
type SelectProps = ComponentProps<'select'> & { options: readonly Option[]; placeholder?: string };

/** The browser's own select: it works before hydration, on phones and with every screen reader. */
export function Select({ options, placeholder, className, ...props }: SelectProps) {
  return (
    <span className={classNames('select', className)}>
      <select {...useFieldControl()} {...useHeldChoice()} {...props} className="input">
        {placeholder && <option value="">{placeholder}</option>}
        {options.map((option) => {
          const { value, label } =
            typeof option === 'string' ? { value: option, label: option } : option;
          return (
            <option key={value} value={value}>
              {label}
            </option>
          );
        })}
      </select>
      <ChevronDown aria-hidden="true" />
    </span>
  );
}
