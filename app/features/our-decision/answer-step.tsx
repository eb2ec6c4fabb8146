import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { Textarea } from '#app/ui/text-input.tsx';
import type { Outcome } from './answer-by-link.ts';

/** The page behind a link in an email: what staff said, and one field to reply. Works without script. */
export function AnswerStep({ outcome, address }: { outcome: Outcome; address: string }) {
  if (outcome.kind !== 'open') {
    const { title, text } = said(outcome);
    return <PageHeader title={title} intro={text} />;
  }
  const isAppeal = outcome.asksFor === 'appeal';
  return (
    <PageHeader
      eyebrow={<bdi>{outcome.title}</bdi>}
      title={isAppeal ? 'Ask us to look again' : 'Answer our question'}
      intro={
        isAppeal
          ? 'Tell us why we are wrong, or what you have put right. You can do this once; then we look at it again and write to you.'
          : 'Our staff would like to know something before they decide. Only they read what you write.'
      }
      actions={
        <form className="grid w-full max-w-xl gap-5" method="post" action={address} noValidate>
          <Notice title="We wrote">
            <p className="whitespace-pre-line" dir="auto">
              {outcome.said}
            </p>
          </Notice>
          <Field
            label={isAppeal ? 'Why should we decide otherwise?' : 'Your answer'}
            error={outcome.error}
          >
            <Textarea name="words" rows={6} dir="auto" defaultValue={outcome.words} required />
          </Field>
          <Button type="submit" size="large">
            Send
          </Button>
        </form>
      }
    />
  );
}

function said(outcome: Exclude<Outcome, { kind: 'open' }>): { title: string; text: string } {
  switch (outcome.kind) {
    case 'sent':
      return {
        title: 'Thank you. Our staff have it now.',
        text: 'We will look at it and write to you when we have decided.',
      };
    case 'used':
      return outcome.asksFor === 'appeal'
        ? {
            title: 'You have already asked us to look again',
            text: 'That works once for each decision. If we have not decided yet, we will write to you when we have.',
          }
        : {
            title: 'This question has been answered, or we have decided since',
            text: 'If something has changed, write to us by email.',
          };
    case 'busy':
      return {
        title: 'One moment, please',
        text: 'There were many attempts in a short time. Wait a few minutes, then open the link again.',
      };
    case 'unknown':
      return {
        title: 'This link no longer works',
        text: 'It is incomplete, or there is a newer email. Open the newest one, or write to us by email.',
      };
  }
}
