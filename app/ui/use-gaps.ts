import { type FormEvent, useState } from 'react';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * For a form that the browser validates and submits: shows all errors at once, each next to its field, as `useForm`
 * does. The browser's own bubble shows one at a time and disappears after some seconds. `missing` gives the message for
 * a field that is empty or too short.
 */
export function useGaps(missing: (name: string) => string) {
  const [gaps, setGaps] = useState<Record<string, string>>({});

  /** Fires for one field after another, in the order of the form. */
  function onInvalidCapture(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.target as Control;
    const isFirst =
      field === event.currentTarget.querySelector(':is(input, select, textarea):invalid');
    setGaps((before) => ({ ...(isFirst ? {} : before), [field.name]: wordsFor(field) }));
    if (isFirst) field.focus();
  }

  function wordsFor({ name, validity, validationMessage }: Control) {
    return validity.valueMissing || validity.tooShort ? missing(name) : validationMessage;
  }

  /** Removes errors that have been fixed. Our own rules are checked again when the form is submitted. */
  function onChange(event: FormEvent<HTMLFormElement>) {
    const { name, validity } = event.target as Control;
    if (!gaps[name] || !(validity.valid || validity.customError)) return;
    setGaps(({ [name]: _, ...others }) => others);
  }

  return { gaps, props: { onInvalidCapture, onChange } };
}
