import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** `isLink` makes the whole surface follow the first link in it. */
export function Card({
  isLink,
  className,
  ...props
}: ComponentProps<'div'> & { isLink?: boolean }) {
  return <div {...props} className={classNames('card', isLink && 'card-link', className)} />;
}
