import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { NewTabIcon, newTab } from './link.tsx';
import { Spinner } from './spinner.tsx';

type Look = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-outline';
  size?: 'small' | 'medium' | 'large';
};

type ButtonProps = ComponentProps<'button'> & Look & { isBusy?: boolean };

/** While busy it ignores further presses but keeps focus, which a disabled button would lose. */
export function Button({ variant, size, isBusy, className, children, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      className={look({ variant, size }, className)}
      {...(isBusy && { 'aria-busy': true, 'aria-disabled': true, onClick: ignorePress })}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  );
}

const ignorePress = (event: MouseEvent) => event.preventDefault();

type ButtonLinkProps = Omit<ComponentProps<'a'>, 'href'> &
  Look & { href: string; opensNewTab?: boolean; children: ReactNode };

export function ButtonLink({
  variant,
  size,
  opensNewTab,
  className,
  children,
  ...props
}: ButtonLinkProps) {
  return (
    <a {...props} {...(opensNewTab && newTab)} className={look({ variant, size }, className)}>
      {children}
      {opensNewTab && <NewTabIcon />}
    </a>
  );
}

function look({ variant = 'primary', size = 'medium' }: Look, className?: string) {
  return classNames(
    'button',
    variant !== 'primary' && `button-${variant}`,
    size !== 'medium' && `button-${size}`,
    className,
  );
}
