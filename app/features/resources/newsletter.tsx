import { newsletter } from '#app/content/newsletter.ts';
import { resources } from '#app/content/resources.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Section } from '#app/ui/section.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import * as links from '#domain/site/links.ts';

const words = resources.newsletter;

/** The outcome of an attempt to subscribe. */
export type Subscription = { kind: 'sent' } | Refusal;
type Refusal = { kind: 'refused'; message: string; email: string };

export function Newsletter({ subscription }: { subscription: Subscription | undefined }) {
  return (
    <Section id={words.id} tone="sage" title={words.title}>
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-12">
        <p className="max-w-[38rem] text-lg lg:col-span-6">{words.text}</p>
        <div className="lg:col-span-5 lg:col-start-8">
          {subscription?.kind === 'sent' ? (
            <Notice tone="good" title={newsletter.sent.title}>
              {newsletter.sent.text}
            </Notice>
          ) : (
            <SubscribeForm refused={subscription} />
          )}
        </div>
      </div>
    </Section>
  );
}

function SubscribeForm({ refused }: { refused: Refusal | undefined }) {
  return (
    <form
      className="grid gap-4"
      method="post"
      action={`${links.resources}#${words.id}`}
      noValidate
      data-print="none"
    >
      <Field label={words.label} error={refused?.message}>
        <TextInput
          type="email"
          name="email"
          defaultValue={refused?.email}
          placeholder={words.placeholder}
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          required
        />
      </Field>
      <p className="text-sm text-muted">{words.consent}</p>
      <div>
        <Button type="submit">{words.button}</Button>
      </div>
    </form>
  );
}
