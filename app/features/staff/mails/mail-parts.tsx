import { Badge } from '#app/ui/badge.tsx';
import { type MailRow, mailStateWords } from '#domain/staff/mails.ts';
import { MailAddress } from '../facts.tsx';
import * as pages from '../links.ts';

export function Receiver({ mail: { person, recipient } }: { mail: MailRow }) {
  if (!person) return <MailAddress address={recipient} />;
  return (
    <a className="link" href={pages.person(person)}>
      <MailAddress address={recipient} />
    </a>
  );
}

export function MailState({ state }: Pick<MailRow, 'state'>) {
  return <Badge tone={state === 'bounced' ? 'danger' : 'good'}>{mailStateWords[state]}</Badge>;
}
