import { Star } from 'lucide-react';
import { useId } from 'react';
import { openData } from '#app/data/open-data.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import { Modal } from '#app/ui/modal.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { toast } from '#app/ui/toast.ts';
import { useLoading } from '#app/ui/use-loading.ts';
import { dateAndTime } from '#app/ui/when.ts';
import { nameState } from '#domain/applications/inbox.ts';
import { AnswerForm } from './answer-form.tsx';
import { type ApplicationDetail, openApplication, saveResume } from './detail.ts';
import { History } from './history.tsx';
import { isOpenToMove } from './list.tsx';
import { MoveMenu } from './move-menu.tsx';
import { Notes } from './notes.tsx';
import { Sent } from './sent.tsx';
import { Unsent } from './unsent.tsx';
import { useMove } from './use-move.ts';
import { useTell } from './use-tell.ts';

type PanelProps = {
  id: string;
  /** Changes when the reader may now see, or do, something else. */
  version: number;
  onClose(): void;
  onChanged(): void;
};

/** Everything about one application, next to the list. */
export default function ApplicationPanel({ id, version, onClose, onChanged }: PanelProps) {
  const titleId = useId();
  const { state, again, change } = useLoading(async () => openApplication(await openData(), id), {
    key: id,
    version,
  });
  const it = state.data?.application;
  const changed = () => {
    again();
    onChanged();
  };
  return (
    <Modal
      className="inbox-panel"
      open
      onOpenChange={onClose}
      closesOutside
      aria-labelledby={titleId}
    >
      <div className="inbox-panel-top">
        <h2 id={titleId} className="dialog-title">
          {it ? <bdi>{it.name}</bdi> : 'Application'}
        </h2>
        <Button variant="quiet" size="small" onClick={onClose}>
          Close
        </Button>
      </div>
      {state.kind === 'waiting' && <Skeleton lines={6} label="Loading the application…" />}
      {state.failure && (
        <LoadFailure
          title="The application could not be loaded"
          failure={state.failure}
          again={again}
        />
      )}
      {state.data && !it && (
        <>
          <p>
            This application is not one of yours, or its applicant has left and its time is over.
          </p>
          <Unsent id={id} />
        </>
      )}
      {it && (
        <Facts
          it={it}
          show={(next) =>
            change((now) =>
              now?.application ? { application: { ...now.application, ...next } } : now,
            )
          }
          changed={changed}
        />
      )}
    </Modal>
  );
}

type FactsProps = {
  it: ApplicationDetail;
  show(next: Partial<ApplicationDetail>): void;
  changed(): void;
};

function Facts({ it, show, changed }: FactsProps) {
  const { move, said } = useMove((_, state) => show({ state }), changed);
  const tell = useTell();

  const star = () =>
    tell(async (client) => {
      const stars = client.from('application_stars');
      const { error } = it.is_starred
        ? await stars.delete().eq('application_id', it.id)
        : await stars.insert({ application_id: it.id });
      // 23505: it is there already, so a second press changes nothing.
      if (error && error.code !== '23505') throw error;
      changed();
    });
  const markSpam = () =>
    tell(async (client) => {
      const { error } = await client.rpc('mark_application_spam', {
        application: it.id,
        is_spam: !it.spam_at,
      });
      if (error) throw error;
      toast({ title: it.spam_at ? 'No longer marked as spam' : 'Marked as spam' });
      changed();
    });

  return (
    <div className="inbox-panel-body">
      <p className="inbox-small">
        <bdi>{it.job_title}</bdi>
        {'\u00a0· '}
        applied {dateAndTime(it.applied_at)}
      </p>
      {it.leaves_at && (
        <Notice title="This person has left">
          The application is removed on {dateAndTime(it.leaves_at)}. Federal rules ask many
          employers to keep records of applications for a year or longer (29 CFR 1602.14): save what
          you must keep before then. What you must keep is for your counsel to say.
        </Notice>
      )}
      {it.silence_told_at && !it.answered_at && (
        <Notice title="Waiting for more than 14 days">
          We have told this person that nobody has answered yet. A message, an interview, an offer
          or a decline is an answer.
        </Notice>
      )}
      <div className="inbox-panel-acts">
        <Badge tone={it.state === 'new' ? 'accent' : 'plain'}>{nameState(it.state)}</Badge>
        {it.spam_at && <Badge tone="danger">Spam</Badge>}
        {it.may_act && isOpenToMove(it) && (
          <MoveMenu name={it.name} state={it.state} onMove={(state) => move(it, state)} />
        )}
        {it.may_act && (
          <>
            <Button variant="quiet" size="small" aria-pressed={it.is_starred} onClick={star}>
              <Star aria-hidden="true" fill={it.is_starred ? 'currentColor' : 'none'} />
              {it.is_starred ? 'Starred' : 'Star'}
            </Button>
            <Button variant="quiet" size="small" onClick={markSpam}>
              {it.spam_at ? 'Not spam' : 'Mark as spam'}
            </Button>
          </>
        )}
      </div>
      {it.stars.length > 0 && <p className="inbox-small">Starred by {it.stars.join(', ')}</p>}
      <Sent it={it} onResume={(resume) => tell(() => saveResume(resume))} />
      {it.may_act && isOpenToMove(it) && !it.spam_at && <AnswerForm it={it} onSent={changed} />}
      <Notes it={it} onChanged={changed} />
      <History it={it} />
      <p className="sr-only" role="status">
        {said}
      </p>
    </div>
  );
}
