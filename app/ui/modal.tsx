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
  /** Keeps it open against Escape, for work that is under way. */
  isHeld?: boolean;
  /** A press beside it closes it too, until something is typed in it. */
  closesOutside?: boolean;
};

/**
 * The browser's modal dialog: it keeps the focus inside, closes on Escape and gives the focus
 * back. Its content exists only while it is open, so forms in it start afresh.
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
  const isPressedBeside = useRef(false);
  const [isTyped, setTyped] = useState(false);
  if (isTyped && !open) setTyped(false);
  const closesByPress = closesOutside && !isTyped;

  // Synchronises the element's modal state, which has no attribute, with the prop.
  useEffect(() => {
    const element = dialog.current;
    if (open && !element?.open) element?.showModal();
    if (!open && element?.open) element.close();
  }, [open]);

  // Synchronises with its being taken away while open: only closing gives the focus back.
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
      // Before Chrome 134 and Firefox 141, and in Safari, a press beside it is ours to see. One that begins inside selects text.
      onPointerDown={(event) => {
        isPressedBeside.current = isBeside(event);
      }}
      onClick={(event) => {
        const isMeant = isPressedBeside.current && isBeside(event);
        if (isMeant && closesByPress && !isHeld && !closesByItself()) onOpenChange(false);
      }}
      onKeyDown={wrapFocus}
      onChange={() => setTyped(true)}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        // Closed by the prop. When the browser does it, it tells a moment later, and what is pressed in between was lost.
        event.preventDefault();
        if (!isHeld) onOpenChange(false);
      }}
      onClose={(event) => {
        const element = dialog.current;
        // It may have been opened again since then.
        if (event.target === element && open && !element.open) onOpenChange(false);
      }}
    >
      {open && children}
    </dialog>
  );
}

const closesByItself = () => 'closedBy' in HTMLDialogElement.prototype;

function isBeside({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>) {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  return target === currentTarget && !isInside;
}

/** The browser would lead the focus on to its own buttons; a modal is expected to begin again. */
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
