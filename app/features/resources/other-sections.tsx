import {
  caseStudies,
  downloads,
  events,
  eventsNow,
  type PublicEvent,
} from '#app/content/resource-sections.ts';
import { Actions } from '#app/site-parts/actions.tsx';
import { Link } from '#app/ui/link.tsx';
import { NumberedList } from '#app/ui/numbered-list.tsx';
import { Section } from '#app/ui/section.tsx';
import { Time } from '#app/ui/time.tsx';
import { hasAny, itemsNow } from './entries.ts';

export function CaseStudies() {
  const { id, eyebrow, items } = caseStudies;
  const isThere = hasAny(itemsNow(), 'Case Studies');
  const { title, text, action } = isThere ? caseStudies.some : caseStudies.none;
  return (
    <Section id={id} layout="beside" eyebrow={eyebrow} title={title} intro={text}>
      <NumberedList items={items.map((item) => ({ content: item }))} />
      <div className="mt-8">
        <Actions actions={[action]} />
      </div>
    </Section>
  );
}

export function Downloads() {
  const { id, eyebrow, title, items } = downloads;
  return (
    <Section id={id} layout="beside" hasRule eyebrow={eyebrow} title={title}>
      <ul className="border-b border-line">
        {items.map((item) => (
          <li
            key={item.title}
            className="grid items-start gap-x-8 gap-y-4 border-t border-line py-6 first:border-t-0 first:pt-0 md:grid-cols-[1fr_auto]"
          >
            <div>
              <h3>{item.title}</h3>
              <p className="mt-1 text-muted">{item.text}</p>
            </div>
            <Actions actions={item.actions} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Events() {
  const { id, eyebrow, title, actions } = events;
  const { none, coming } = eventsNow();
  return (
    <Section id={id} layout="beside" hasRule eyebrow={eyebrow} title={title}>
      {coming.length === 0 && <p className="max-w-measure text-lg">{none}</p>}
      {coming.length > 0 && (
        <ul className="border-b border-line">
          {coming.map((event) => (
            <EventRow key={`${event.title} ${event.begins}`} event={event} />
          ))}
        </ul>
      )}
      <div className="mt-6">
        <Actions actions={actions} />
      </div>
    </Section>
  );
}

function EventRow({ event: { title, begins, place, text, label, way } }: { event: PublicEvent }) {
  return (
    <li className="border-t border-line py-6 first:border-t-0 first:pt-0">
      <h3>{title}</h3>
      <p className="mt-1">
        <Time at={begins}>{eventDate.format(new Date(begins))}</Time>
        {'\u00a0· '}
        {place}
      </p>
      <p className="mt-1 text-muted">{text}</p>
      {way && (
        <p className="mt-2">
          <Link href={way} aria-label={`${label}: ${title}`}>
            {label}
          </Link>
        </p>
      )}
    </li>
  );
}

/** The company's own time zone, which the text names. */
const eventDate = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'full',
  timeStyle: 'long',
  timeZone: 'America/New_York',
});
