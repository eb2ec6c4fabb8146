import { type FormEvent, useState } from 'react';
import { type Failure, failureOf } from './failure.ts';
import { toast } from './toast.ts';
import { useHydrated } from './use-hydrated.ts';

type Schema<Values> = {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: Values }
    | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };
};

/**
 * One short form. The fields keep their own values, so that what was typed or filled in before the
 * page was ready stays. A failure is told by a toast and beside the form.
 */
export function useForm<Values>(
  schema: Schema<Values>,
  submit: (values: Values, form: HTMLFormElement) => Promise<Failure | undefined>,
) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  const isReady = useHydrated();

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const parsed = schema.safeParse(Object.fromEntries(new FormData(form)));
    const found = parsed.success ? {} : firstOfEach(parsed.error.issues);
    setErrors(found);
    setFailure(undefined);
    if (!parsed.success) return focusFirst(form, found);
    setBusy(true);
    const failed = await submit(parsed.data, form).catch(failureOf);
    setBusy(false);
    if (!failed) return;
    setFailure(failed);
    toast({ title: 'Error', description: failed.message, kind: 'error' });
  }

  return {
    /** For the form element. It is never sent by the browser itself: passwords stay out of addresses. */
    props: { onSubmit, method: 'post', noValidate: true } as const,
    errors,
    failure,
    isBusy,
    isReady,
  };
}

function firstOfEach(issues: { path: PropertyKey[]; message: string }[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[String(path[0])] ??= message;
  return errors;
}

/** In the order of the form, not of the schema. */
function focusFirst(form: HTMLFormElement, errors: Record<string, string>) {
  for (const element of form.elements) {
    if (element instanceof HTMLInputElement && errors[element.name]) return element.focus();
  }
}
