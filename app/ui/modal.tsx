import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from './class-names.ts';

type ModalProps = Omit<ComponentProps<'dialog'>, 'open'> & {
  open: boolean;
  onOpenChange(open: boolean): void;
  /** Ignores Escape while work is in progress. */
  isHeld?: boolean;
  /** A click outside closes it too, until something is typed in it. */
  closesOutside?: boolean;
};

/**
 * The browser's modal dialog: it keeps focus inside, closes on Escape and returns focus. Its content exists only while
 * it is open, so forms in it start fresh.
 */
export function Modal({
  open,
  onOpenChange,
  isHeld,
  closesOutside,
  className,
  children,
  ...props
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isPressedOutside = useRef(false);
  const [isTyped, setTyped] = useState(false);
  if (isTyped && !open) setTyped(false);
  const closesByPress = closesOutside && !isTyped;

  // Synchronises the element's modal state, which has no attribute, with the prop.
  useEffect(() => {
    const element = dialog.current;
    if (open && !element?.open) element?.showModal();
    if (!open && element?.open) element.close();
  }, [open]);

  // Synchronises with removal while open: only closing returns focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => element?.close();
  }, []);

  return (
    <dialog
      {...props}
      {...{ closedby: closesByPress ? 'any' : 'closerequest' }}
      ref={dialog}
      className={classNames('dialog', className)}
      // Before Chrome 134 and Firefox 141, and in Safari, we must detect clicks outside ourselves. A press that begins
      // inside is selecting text.
      onPointerDown={(event) => {
        isPressedOutside.current = isOutside(event);
      }}
      onClick={(event) => {
        const isMeant = isPressedOutside.current && isOutside(event);
        if (isMeant && closesByPress && !isHeld && !closesByItself()) onOpenChange(false);
      }}
      onKeyDown={wrapFocus}
      onChange={() => setTyped(true)}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        // Closed through the prop. If the browser closed it, its event would come a moment later, and presses in
        // between would be lost.
        event.preventDefault();
        if (!isHeld) onOpenChange(false);
      }}
      onClose={(event) => {
        const element = dialog.current;
        // It may have been reopened since.
        if (event.target === element && open && !element.open) onOpenChange(false);
      }}
    >
      {open && children}
    </dialog>
  );
}

const closesByItself = () => 'closedBy' in HTMLDialogElement.prototype;

function isOutside({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>) {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  return target === currentTarget && !isInside;
}

/** The browser would move focus on to its own toolbar; a modal is expected to wrap around. */
function wrapFocus(event: KeyboardEvent<HTMLDialogElement>) {
  if (event.key !== 'Tab') return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('*')].filter(
    (element) =>
      element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility(),
  );
  const [from, to] = event.shiftKey ? [stops.at(0), stops.at(-1)] : [stops.at(-1), stops.at(0)];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}
