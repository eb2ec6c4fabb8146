import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import { type MailPage, mailKindOf } from '#domain/staff/mails.ts';
import { useStaffRead } from '../calls.tsx';
import { Facts, Part } from '../facts.tsx';
import { Moment } from '../moment.tsx';
import { MailState, Receiver } from './mail-parts.tsx';

/** One email that was sent, as far as it was stored. Looking at it is logged. */
export function MailScreen({ id }: { id: number }) {
  const read = useStaffRead();
  const { state, again } = useLoading(() => read<MailPage>('look-mail', { id }), { key: `${id}` });
  const mail = state.data;
  return (
    <div className="staff-person">
      <p className="staff-back">
        <a className="link" href="/staff/mails">
          All emails
        </a>
      </p>
      <h1>
        <bdi>{mail?.subject ?? 'Email'}</bdi>
      </h1>
      {state.kind === 'waiting' && <Skeleton lines={6} />}
      {state.failure && (
        <LoadFailure title="The email could not be loaded" failure={state.failure} again={again} />
      )}
      {mail && (
        <>
          <Facts
            facts={{
              To: <Receiver mail={mail} />,
              Kind: mailKindOf(mail.kind),
              State: <MailState state={mail.state} />,
              When: <Moment at={mail.at} hasTime />,
              'The mail server said': mail.said && <bdi>{mail.said}</bdi>,
            }}
          />
          <Part title="Text">
            {mail.body === null ? (
              <p>
                Emails of this kind may carry what people wrote, so only the head was kept. What was
                written is seen in reports only.
              </p>
            ) : (
              <>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line scrolls sideways. */}
                <pre className="staff-mail-text" tabIndex={0}>
                  {mail.body}
                </pre>
                <p className="staff-quiet">
                  Links and codes were blacked out before it was kept. That you looked is on record.
                </p>
              </>
            )}
          </Part>
        </>
      )}
    </div>
  );
}
