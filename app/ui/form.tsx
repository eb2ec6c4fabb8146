import { type ComponentProps, createContext } from 'react';

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
