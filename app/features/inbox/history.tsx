import { dateAndTime } from '#app/ui/when.ts';
import { nameState } from '#domain/applications/inbox.ts';
import type { ApplicationDetail } from './detail.ts';

/** As many as the database returns. */
const mostShown = 200;

type Event = ApplicationDetail['events'][number];

/** The history of the application. The applicant sees the same, except who in the company did it. */
export function History({ it }: { it: ApplicationDetail }) {
  if (it.events.length === 0) return null;
  return (
    <section>
      <h3>History</h3>
      <ul className="inbox-history">
        {it.events.map((event) => (
          <li key={event.id}>
            <p>
              {nameEvent(event)}
              {event.by && (
                <>
                  {' '}
                  by <bdi>{event.by}</bdi>
                </>
              )}
              <span className="inbox-small">{`\u00a0· ${dateAndTime(event.at)}`}</span>
            </p>
            {event.words && (
              <p className="inbox-text" dir="auto">
                {event.words}
              </p>
            )}
          </li>
        ))}
      </ul>
      {it.events.length >= mostShown && <p>These are the newest {mostShown}.</p>}
    </section>
  );
}

function nameEvent({ kind, state }: Event): string {
  switch (kind) {
    case 'applied':
      return 'Applied';
    case 'state':
      return `Moved to ${nameState(state ?? '')}`;
    case 'message':
      return 'Message sent';
    case 'closed':
      return 'Told that the posting is over';
    case 'silent':
      return 'Told that nobody has answered for 14 days';
    default:
      return 'Withdrawn';
  }
}
