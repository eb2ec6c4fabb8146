import { type FormEvent, useState } from 'react';
import type { ZodMiniType } from 'zod/mini';
import { type Failure, failureOf } from './failure.ts';
import { toast } from './toast.ts';
import { useHydrated } from './use-hydrated.ts';

type Schema<Values> = ZodMiniType<Values>;

/** The rules themselves, or a way to load them when they are first needed. */
type Rules<Values> = Schema<Values> | (() => Promise<Schema<Values>>);

type Options = {
  /** What the form holds, where its fields do not say it: lists, say. */
  read?(): object;
  /** Tells the first gap in a toast too: for forms that are longer than a screen. */
  tellsFirstGap?: boolean;
};

/**
 * One form. The fields keep their own values, so that what was typed or filled in before the page was
 * ready stays. A failure is told by a toast and beside the form.
 */
export function useForm<Values>(
  rules: Rules<Values>,
  submit: (values: Values, form: HTMLFormElement) => Promise<Failure | undefined>,
  { tellsFirstGap = false, read }: Options = {},
) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  const isReady = useHydrated();

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // A key can send it where the button is disabled.
    if (isBusy) return;
    const form = event.currentTarget;
    setFailure(undefined);
    setBusy(true);
    const failed = await check(form).catch(failureOf);
    setBusy(false);
    if (!failed) return;
    setFailure(failed);
    toastToo('Error', failed.message);
  }

  async function check(form: HTMLFormElement): Promise<Failure | undefined> {
    const { parsed, found } = await judge(form);
    setErrors(found);
    if (parsed.success) return submit(parsed.data, form);
    const first = firstWrong(form, found);
    if (!first) return;
    if (tellsFirstGap) {
      toastToo('Validation Error', found[first.name]);
    }
    focusOn(first);
  }

  /** Takes away the errors that have been mended meanwhile, and finds no new ones. */
  async function recheck(form: HTMLFormElement) {
    if (Object.keys(errors).length === 0) return;
    const { found } = await judge(form);
    setErrors((before) =>
      Object.fromEntries(Object.entries(found).filter(([name]) => before[name])),
    );
  }

  async function judge(form: HTMLFormElement) {
    const schema = typeof rules === 'function' ? await rules() : rules;
    const parsed = schema.safeParse(read?.() ?? Object.fromEntries(new FormData(form)));
    const found: Record<string, string> = {};
    const issues = parsed.success ? [] : parsed.error.issues;
    for (const { path, message } of issues) found[String(path[0])] ??= message;
    return { parsed, found };
  }

  return {
    /** For the form element. It is never sent by the browser itself: passwords stay out of addresses. */
    props: { onSubmit, method: 'post', noValidate: true } as const,
    errors,
    failure,
    isBusy,
    isReady,
    recheck,
  };
}

/** The page has the words too, and keeps them. */
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

/** Also where it lies in something folded. */
function focusOn(control: Control) {
  const fold = control.closest('details');
  if (fold) fold.open = true;
  control.focus();
}
