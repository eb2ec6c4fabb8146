import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** `isLink` lets the first link in it answer for the whole surface. */
export function Card({
  isLink,
  className,
  ...props
}: ComponentProps<'div'> & { isLink?: boolean }) {
  return <div {...props} className={classNames('card', isLink && 'card-link', className)} />;
}
