import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type SyntheticEvent,
  useContext,
} from 'react';

/** Whether the form around a field is being sent. Without a form element, around the fields of a dialog. */
export const Sending = createContext(false);

type FormProps = ComponentProps<'form'> & {
  /** False for a form that keeps what is typed while it is being sent. */
  isSending: boolean;
};

/** Its fields are read-only while it is being sent: success clears them, and would clear what was typed meanwhile. */
export function Form({ isSending, ...props }: FormProps) {
  return (
    <Sending value={isSending}>
      <form {...props} />
    </Sending>
  );
}

/** For a control without a read-only state: it keeps the focus while its form is being sent, and ignores the rest. */
export function useHeldChoice() {
  return useContext(Sending) ? held : {};
}

const held = {
  'aria-disabled': true,
  onClickCapture: ignore,
  onMouseDownCapture: ignore,
  onKeyDownCapture(event: KeyboardEvent) {
    if (event.key !== 'Tab' && event.key !== 'Escape') ignore(event);
  },
} as const;

/** Stopped as well, because React would tell of a change that the browser then takes back. */
function ignore(event: SyntheticEvent) {
  event.preventDefault();
  event.stopPropagation();
}
