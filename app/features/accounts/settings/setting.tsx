import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#app/ui/button.tsx';

type SettingProps = { title: string; intro?: ReactNode; children: ReactNode };

/** One topic of the account: its name in the margin, its content next to it. */
export function Setting({ title, intro, children }: SettingProps) {
  const id = useId();
  return (
    <section className="setting" aria-labelledby={id}>
      <div className="setting-head">
        <h2 id={id}>{title}</h2>
        {intro && <p>{intro}</p>}
      </div>
      <div className="setting-body">{children}</div>
    </section>
  );
}

type ChangeProps = {
  label: string;
  isDanger?: boolean;
  /** The form; its code is loaded when it is first opened. */
  children(close: () => void): ReactNode;
};

/** A button that opens a form in its place, and gets focus back when the form closes. */
export function Change({ label, isDanger, children }: ChangeProps) {
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useRef(false);
  const button = useRef<HTMLButtonElement>(null);

  // Synchronises focus with the form that has closed.
  useEffect(() => {
    if (!isOpen && wasOpen.current) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  if (!isOpen) {
    return (
      <Button
        ref={button}
        variant={isDanger ? 'danger-outline' : 'secondary'}
        size="small"
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
    );
  }
  return <FocusFirst>{children(() => setOpen(false))}</FocusFirst>;
}

/**
 * Focuses what was opened once it is there, unless focus has moved elsewhere: its first control, or all of it if it has
 * none.
 */
function FocusFirst({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);

  // Synchronises with the form, whose file may arrive later.
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const look = () => {
      const { activeElement } = document;
      if (activeElement !== document.body && activeElement !== element)
        return observer.disconnect();
      (element.querySelector<HTMLElement>(controls) ?? element).focus();
    };
    const observer = new MutationObserver(look);
    observer.observe(element, { childList: true, subtree: true });
    look();
    return () => observer.disconnect();
  }, []);

  return (
    <div className="setting-form" ref={frame} tabIndex={-1}>
      {children}
    </div>
  );
}

const controls = 'input:not(.sr-only), button, select';
