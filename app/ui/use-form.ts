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
    const form = event.currentTarget;
    setFailure(undefined);
    setBusy(true);
    const failed = await check(form).catch(failureOf);
    setBusy(false);
    if (!failed) return;
    setFailure(failed);
    toast({ title: 'Error', description: failed.message, kind: 'error' });
  }

  async function check(form: HTMLFormElement): Promise<Failure | undefined> {
    const parsed = parse(await loaded(rules), read?.() ?? form);
    setErrors(parsed.errors);
    if (parsed.isComplete) return submit(parsed.data, form);
    const first = firstWrong(form, parsed.errors);
    if (tellsFirstGap && first) {
      toast({ title: 'Validation Error', description: parsed.errors[first.name], kind: 'error' });
    }
    if (first) focusOn(first);
  }

  /** Takes away the errors that have been mended meanwhile, and finds no new ones. */
  async function recheck(form: HTMLFormElement) {
    if (Object.keys(errors).length === 0) return;
    const { errors: found } = parse(await loaded(rules), read?.() ?? form);
    setErrors((before) =>
      Object.fromEntries(Object.entries(found).filter(([name]) => before[name])),
    );
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

function loaded<Values>(rules: Rules<Values>): Schema<Values> | Promise<Schema<Values>> {
  return typeof rules === 'function' ? rules() : rules;
}

type Parsed<Values> = { errors: Record<string, string> } & (
  | { isComplete: true; data: Values }
  | { isComplete: false }
);

function parse<Values>(schema: Schema<Values>, held: object): Parsed<Values> {
  const parsed = schema.safeParse(
    held instanceof HTMLFormElement ? Object.fromEntries(new FormData(held)) : held,
  );
  if (parsed.success) return { isComplete: true, errors: {}, data: parsed.data };
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) errors[String(path[0])] ??= message;
  return { isComplete: false, errors };
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
