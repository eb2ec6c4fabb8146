import { Children, cloneElement, isValidElement, type ReactNode } from 'react';
import { Scripts } from 'react-router';

/**
 * React Router preloads its modules at the same priority as the stylesheet and the fonts, although the page is readable
 * without them. There is no option for that, so this changes its output.
 */
export function LowPriorityScripts({ nonce }: { nonce?: string }) {
  return lowerPriority(Scripts({ nonce }));
}

function lowerPriority(node: ReactNode): ReactNode {
  return Children.map(node, (child) => {
    if (!isValidElement<ScriptProps>(child)) return child;
    if (child.props.rel === 'modulepreload') {
      return cloneElement(child, { fetchPriority: 'low' });
    }
    return child.props.children
      ? cloneElement(child, undefined, lowerPriority(child.props.children))
      : child;
  });
}

type ScriptProps = {
  rel?: string;
  fetchPriority?: 'low';
  children?: ReactNode;
};
