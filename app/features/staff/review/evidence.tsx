import type { CaseDetail } from '#domain/staff/review.ts';
import { momentInWords } from '../moment.tsx';
import { shownColumns, wordsIn } from './evidence-words.ts';

/** The subject of the case: as it was when reported, and what has changed since. Nothing in it is a link. */
export function Evidence({ found }: { found: CaseDetail }) {
  if (found.messages) return <Messages messages={found.messages} />;
  const { content_then: then, content_now: now } = found;
  if (!then) return null;
  return (
    <section aria-label="What it is about">
      <h2>{now ? 'What it is about' : 'What it was; it is gone'}</h2>
      <dl className="review-facts">
        {Object.entries(shownColumns).map(([column, name]) => (
          <Fact
            key={column}
            name={name}
            then={wordsIn(then, column)}
            now={now && wordsIn(now, column)}
          />
        ))}
      </dl>
    </section>
  );
}

function Fact({ name, then, now }: { name: string; then: string; now: string | null }) {
  const hasChanged = now !== null && now !== then;
  if (!then && !hasChanged) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd className="whitespace-pre-line" dir="auto">
        {then || '—'}
      </dd>
      {hasChanged && (
        <dd className="review-changed whitespace-pre-line" dir="auto">
          <b>Changed since to:</b> {now || 'nothing'}
        </dd>
      )}
    </div>
  );
}

function Messages({ messages }: { messages: NonNullable<CaseDetail['messages']> }) {
  return (
    <section aria-label="The conversation">
      <h2>The conversation</h2>
      <p className="staff-quiet">
        Around the report: thirty messages before it, twenty after. That you read them is on record.
      </p>
      <ol className="review-messages">
        {messages.map(({ is_theirs, at, body }) => (
          <li key={`${at} ${body}`} data-theirs={is_theirs || undefined}>
            <span className="staff-quiet">
              {is_theirs ? 'The reported person' : 'The other side'}, {momentInWords(at)}
            </span>
            <p className="whitespace-pre-line" dir="auto">
              {body}
            </p>
          </li>
        ))}
      </ol>
      {messages.length === 0 && <p>Nothing is left of it.</p>}
    </section>
  );
}
