import { type FormEvent, useState } from 'react';
import type { ZodMiniType } from 'zod/mini';
import { type Failure, failureOf } from './failure.ts';
import { toast } from './toast.ts';
import { useHydrated } from './use-hydrated.ts';

type Schema<Values> = ZodMiniType<Values>;

/** The rules themselves, or a function that loads them when they are first needed. */
type Rules<Values> = Schema<Values> | (() => Promise<Schema<Values>>);

type Options = {
  /** Values that are not in form fields: lists, say. */
  read?(): object;
  /** Also shows the first error as a toast: for forms longer than a screen. */
  tellsFirstGap?: boolean;
};

/**
 * One form. Its fields keep their own values, so that what was typed or filled in before hydration stays. A failure is
 * shown as a toast and next to the form.
 */
export function useForm<Values>(
  rules: Rules<Values>,
  submit: (values: Values, form: HTMLFormElement) => Promise<Failure | undefined>,
  { tellsFirstGap = false, read }: Options = {},
) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<Failure>();
  const [doing, setDoing] = useState<'checking' | 'sending'>();
  const isBusy = doing !== undefined;
  const isReady = useHydrated();

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // The keyboard can submit it although the button is disabled.
    if (isBusy) return;
    const form = event.currentTarget;
    setFailure(undefined);
    setDoing('checking');
    const failed = await check(form).catch(failureOf);
    setDoing(undefined);
    if (!failed) return;
    setFailure(failed);
    toastToo('Error', failed.message);
  }

  async function check(form: HTMLFormElement): Promise<Failure | undefined> {
    const { parsed, found } = await validate(form);
    setErrors(found);
    if (parsed.success) {
      setDoing('sending');
      return submit(parsed.data, form);
    }
    const first = firstWrong(form, found);
    if (!first) return;
    if (tellsFirstGap) {
      toastToo('Validation Error', found[first.name]);
    }
    focusOn(first);
  }

  /** Removes errors that have been fixed, and looks for no new ones. */
  async function recheck(form: HTMLFormElement) {
    if (Object.keys(errors).length === 0) return;
    const { found } = await validate(form);
    setErrors((before) =>
      Object.fromEntries(Object.entries(found).filter(([name]) => before[name])),
    );
  }

  async function validate(form: HTMLFormElement) {
    const schema = typeof rules === 'function' ? await rules() : rules;
    const parsed = schema.safeParse(read?.() ?? Object.fromEntries(new FormData(form)));
    const found: Record<string, string> = {};
    const issues = parsed.success ? [] : parsed.error.issues;
    for (const { path, message } of issues) found[String(path[0])] ??= message;
    return { parsed, found };
  }

  return {
    /** For the `Form`. The browser never submits it itself: passwords must not end up in addresses. */
    props: {
      onSubmit,
      method: 'post',
      noValidate: true,
      isSending: doing === 'sending',
    } as const,
    errors,
    failure,
    isBusy,
    isReady,
    recheck,
  };
}

/** The page shows the words as well, and keeps them. */
export function toastToo(title: string, description: string | undefined) {
  toast({ title, description, kind: 'error', isSaidOnPage: true });
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** In the order of the form, not of the schema. */
function firstWrong(form: HTMLFormElement, errors: Record<string, string>): Control | undefined {
  return [...form.elements].find(
    (element): element is Control => 'name' in element && Boolean(errors[String(element.name)]),
  );
}

/** Even if it is inside something folded. */
function focusOn(control: Control) {
  const fold = control.closest('details');
  if (fold) fold.open = true;
  control.focus();
}
