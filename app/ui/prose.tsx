import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** Running text: paragraphs, headings, lists, links and quotations as plain elements. */
export function Prose({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={classNames('prose', className)} />;
}
