import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';

type StopMailsProps = {
  eyebrow: string;
  /** Where the form is sent; empty if the link is incomplete. */
  address: string;
  /** The outcome, once the button was pressed. */
  isDone: boolean | undefined;
  question: string;
  done: string;
  /** Where to choose which of these emails to get. */
  elsewhere: string;
  actions: ReactNode;
};

/** The page behind an unsubscribe link: one press stops these emails. */
export function StopMails({
  eyebrow,
  address,
  isDone,
  question,
  done,
  elsewhere,
  actions,
}: StopMailsProps) {
  if (isDone) {
    return (
      <PageHeader
        eyebrow={eyebrow}
        title="These emails have stopped"
        intro={done}
        actions={actions}
      />
    );
  }
  if (!address || isDone === false) {
    return (
      <PageHeader
        eyebrow={eyebrow}
        title="This link no longer works"
        intro={`It is too old or incomplete. ${elsewhere}`}
        actions={actions}
      />
    );
  }
  return (
    <PageHeader
      eyebrow={eyebrow}
      title={question}
      intro="Nothing changes until you press the button."
      actions={
        <form method="post" action={address}>
          <Button type="submit" size="large">
            Stop these emails
          </Button>
        </form>
      }
    />
  );
}
