import { type FormEvent, useState } from 'react';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * For a form that the browser checks and sends by itself: what is wrong stands beside each field, all of it at once, as
 * `useForm` says it. The browser's own bubble says one thing at a time, and goes after some seconds. `missing` has the words for
 * a field in which there is nothing, or too little.
 */
export function useGaps(missing: (name: string) => string) {
  const [gaps, setGaps] = useState<Record<string, string>>({});

  /** Comes for one field after another, in the order of the form. */
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

  /** Takes away what has been mended. What a rule of ours says is looked at again when the form is sent. */
  function onChange(event: FormEvent<HTMLFormElement>) {
    const { name, validity } = event.target as Control;
    if (!gaps[name] || !(validity.valid || validity.customError)) return;
    setGaps(({ [name]: _, ...others }) => others);
  }

  return { gaps, props: { onInvalidCapture, onChange } };
}
