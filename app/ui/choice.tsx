import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { FieldError } from './field.tsx';
import { useHeldChoice } from './form.tsx';

type ChoiceProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode };

export function Checkbox(props: ChoiceProps) {
  return <Choice {...props} type="checkbox" />;
}

export function Switch(props: ChoiceProps) {
  return <Choice {...props} type="checkbox" role="switch" />;
}

export function Radio(props: ChoiceProps) {
  return <Choice {...props} type="radio" />;
}

function Choice({ label, hint, className, ...props }: ChoiceProps & { type: string }) {
  const id = useId();
  return (
    <div className={classNames('choice', className)}>
      <input
        {...useHeldChoice()}
        {...props}
        id={id}
        className={props.role === 'switch' ? 'switch' : 'tick'}
        aria-describedby={classNames(props['aria-describedby'], hint && `${id}-hint`) || undefined}
      />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

type ChoiceGroupProps = {
  legend: ReactNode;
  hint?: ReactNode;
  error?: string;
  /** As cards, each answer in its own frame: for short lists that are the main content of a page. */
  isFramed?: boolean;
  className?: string;
  children: ReactNode;
};

/** A question with several answers: radio buttons or checkboxes under one legend. */
export function ChoiceGroup({
  legend,
  hint,
  error,
  isFramed,
  className,
  children,
}: ChoiceGroupProps) {
  const id = useId();
  const described = classNames(hint && `${id}-hint`, error && `${id}-error`) || undefined;
  return (
    <fieldset
      className={classNames('field choice-group', isFramed && 'is-framed', className)}
      aria-describedby={described}
    >
      <legend className="field-label">{legend}</legend>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
