import { CircleAlert } from 'lucide-react';
import { createContext, type ReactNode, useContext, useId } from 'react';
import { classNames } from './class-names.ts';

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  /** Shows how much room is left; pass the current length and the limit. */
  counter?: { length: number; max: number };
  isOptional?: boolean;
  className?: string;
  children: ReactNode;
};

type Control = { id?: string; 'aria-describedby'?: string; 'aria-invalid'?: true };

const FieldContext = createContext<Control>({});

/** Label, hint, error and counter around one control; the control gets its ids from context. */
export function Field({
  label,
  hint,
  error,
  counter,
  isOptional,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`, counter && `${id}-count`];
  const control: Control = {
    id,
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
  };
  return (
    <div className={classNames('field', className)}>
      <label className="field-label" htmlFor={id}>
        {label}
        {isOptional && <span className="field-optional"> (optional)</span>}
      </label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldContext value={control}>{children}</FieldContext>
      {(error || counter) && (
        <div className="field-foot">
          {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
          {counter && <Counter id={`${id}-count`} {...counter} />}
        </div>
      )}
    </div>
  );
}

/** The attributes that a control inside a Field spreads on its element. Empty outside a Field. */
export function useFieldControl() {
  return useContext(FieldContext);
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className="field-error" id={id}>
      <CircleAlert aria-hidden="true" />
      <span>
        <span className="sr-only">Error: </span>
        <span>{children}</span>
      </span>
    </p>
  );
}

function Counter({ id, length, max }: { id: string; length: number; max: number }) {
  const left = max - length;
  return (
    <p className="field-count" id={id} data-over={left < 0 || undefined}>
      {left < 0
        ? `${-left} over the limit of ${grouped(max)}`
        : `${grouped(length)} of ${grouped(max)} characters`}
    </p>
  );
}

/** The same as in `domain/text/grouped.ts`: this folder does not import from the domain. */
function grouped(whole: number): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
}
