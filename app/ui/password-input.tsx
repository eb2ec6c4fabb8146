import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { TextInput } from './text-input.tsx';
import { useHydrated } from './use-hydrated.ts';

/** A password that can be shown while it is typed. It is hidden again when the form is sent. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setShown] = useState(false);
  const isReady = useHydrated();
  const frame = useRef<HTMLSpanElement>(null);

  // Synchronises with the form around it: browsers offer to save a password only while it is hidden.
  useEffect(() => {
    const form = frame.current?.closest('form');
    const hide = () => setShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);

  return (
    <span className="password-input" ref={frame}>
      <TextInput
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
        type={isShown ? 'text' : 'password'}
      />
      <button type="button" disabled={!isReady} onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide' : 'Show'}
        <span className="sr-only"> password</span>
      </button>
    </span>
  );
}
