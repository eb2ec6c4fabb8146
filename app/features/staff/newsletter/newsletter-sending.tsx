import { useEffect, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import type { Newsletter, NewsletterProgress } from '#domain/staff/newsletter.ts';
import type { StaffRole } from '#domain/staff/staff.ts';
import { counted, grouped } from '#domain/text/grouped.ts';
import { useStaffRead } from '../calls.tsx';
import { useStaffAct } from '../use-staff-act.ts';
import { ReadAgain } from './read-again.tsx';

type NewsletterSendingProps = {
  newsletter: Newsletter;
  role: StaffRole;
  /** There is unsaved text above, which would not be sent. */
  isUnsaved: boolean;
  onChanged(): void;
};

const askEvery = 2_000;

const people = (count: number) => counted(count, 'person', 'people');

/** Sends it to oneself or to everybody, shows the progress, and can stop it. */
export function NewsletterSending({
  newsletter,
  role,
  isUnsaved,
  onChanged,
}: NewsletterSendingProps) {
  const { id, version, trouble } = newsletter;
  const act = useStaffAct();
  const [isOpen, setOpen] = useState(false);
  const [tried, setTried] = useState<string>();
  const progress = useProgress(newsletter);
  const { state, receivers, sent, refused } = progress;
  const had = sent + refused;
  const isOwner = role === 'owner';

  async function send() {
    const answer = await act.run('send-newsletter', { id, version });
    setOpen(false);
    if (answer) onChanged();
  }

  return (
    <section className="newsletter-sending" aria-labelledby="newsletter-sending">
      <h2 id="newsletter-sending">{state === 'draft' ? 'Send it' : 'How far it is'}</h2>
      {state === 'draft' ? (
        <p>
          {receivers === 0 ? 'Nobody' : people(receivers)} on the list confirmed their address.{' '}
          {isUnsaved
            ? 'Save the draft first: what you typed above would not go out.'
            : 'It goes out as it is saved.'}
        </p>
      ) : (
        <Progress progress={progress} />
      )}
      {trouble && <Notice tone="danger">{trouble}</Notice>}
      {act.failure && (
        <Notice tone="danger" title={act.failure}>
          {act.isOutdated && <ReadAgain />}
        </Notice>
      )}
      <div role="status">
        {tried && <Notice tone="good">One email is on its way to {tried}.</Notice>}
      </div>
      <div className="staff-list-foot">
        {state !== 'sending' && (
          <Button
            variant="secondary"
            isBusy={act.busyWith === 'try-newsletter'}
            disabled={isUnsaved}
            onClick={async () =>
              setTried((await act.run<{ to: string }>('try-newsletter', { id }))?.to)
            }
          >
            Send it to me alone
          </Button>
        )}
        {state === 'sending' && (
          <Button
            variant="danger"
            isBusy={act.busyWith === 'stop-newsletter'}
            onClick={async () => {
              if (await act.run('stop-newsletter', { id })) onChanged();
            }}
          >
            Stop
          </Button>
        )}
        {isOwner && state !== 'sending' && receivers > (state === 'draft' ? 0 : had) && (
          <Button disabled={trouble !== null || isUnsaved} onClick={() => setOpen(true)}>
            {state === 'draft'
              ? 'Send it to everybody'
              : `Send it to the other ${grouped(receivers - had)}`}
          </Button>
        )}
        {!isOwner && state === 'draft' && <span>Owners send it to everybody.</span>}
      </div>
      <ConfirmDialog
        title={`Send “${newsletter.subject}”?`}
        description={`It goes to ${people(Math.max(receivers - had, 0))}${had > 0 ? `; ${people(had)} had it and will not get it again` : ''}. You can stop it while it goes out; what went out stays out.`}
        confirmLabel="Send it"
        isBusy={act.isBusy}
        open={isOpen}
        onOpenChange={setOpen}
        onConfirm={send}
      />
    </section>
  );
}

function Progress({ progress }: { progress: NewsletterProgress }) {
  const { state, sent, refused, waiting } = progress;
  const all = sent + refused + waiting;
  // People who unsubscribe are deleted, and no longer counted.
  const had = `${people(sent)} on the list ${sent === 1 ? 'has' : 'have'} it`;
  const words = {
    draft: '',
    sending: `${grouped(sent)} of ${grouped(all)} ${sent === 1 ? 'has' : 'have'} it.`,
    stopped: `Stopped. ${had}; nobody else gets it until an owner goes on.`,
    sent: `Done. ${had}.`,
  };
  return (
    <>
      {state === 'sending' && (
        <progress max={Math.max(all, 1)} value={sent + refused} aria-label="How far it is" />
      )}
      <p role="status">
        {words[state]}
        {refused === 1 && ' 1 was refused by the mail server.'}
        {refused > 1 && ` ${grouped(refused)} were refused by their mail servers.`}
      </p>
    </>
  );
}

/** Polls while it is being sent; a poll does not count as activity. */
function useProgress({ id, progress }: Newsletter): NewsletterProgress {
  const read = useStaffRead();
  const [round, setRound] = useState(0);
  const isGoing = progress.state === 'sending';
  const { state } = useLoading(() => read<NewsletterProgress>('newsletter-progress', { id }), {
    key: `${id} ${progress.state}`,
    version: round,
    isWanted: isGoing,
  });
  const now = isGoing ? (state.data ?? progress) : progress;
  const isStill = now.state === 'sending';

  // Synchronises with the server, which sends on its own.
  useEffect(() => {
    if (!isStill) return;
    const timer = setInterval(() => setRound((before) => before + 1), askEvery);
    return () => clearInterval(timer);
  }, [isStill]);
  return now;
}
