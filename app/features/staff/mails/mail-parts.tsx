import { Badge } from '#app/ui/badge.tsx';
import { type MailRow, mailStateWords } from '#domain/staff-mails.ts';

export function Receiver({ mail: { person, recipient } }: { mail: MailRow }) {
  if (!person) return <bdi>{recipient}</bdi>;
  return (
    <a className="link" href={`/staff/people/${person}`}>
      <bdi>{recipient}</bdi>
    </a>
  );
}

export function MailState({ state }: Pick<MailRow, 'state'>) {
  return <Badge tone={state === 'bounced' ? 'danger' : 'good'}>{mailStateWords[state]}</Badge>;
}
