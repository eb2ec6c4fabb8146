import { resources } from '#app/content/resources.ts';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Time } from '#app/ui/time.tsx';
import type { Item } from './entries.ts';

type ItemRowProps = { item: Item; isHidden: boolean };

/** A podcast or an article elsewhere: what it is, when it was published, and a link to it. */
export function ItemRow({ item, isHidden }: ItemRowProps) {
  const { type, date, title, excerpt, sample, words } = item;
  return (
    <li data-entry={words.type} hidden={isHidden}>
      <p className="item-kind">
        <span data-words>{type}</span> <Time at={date}>{dateFormat.format(new Date(date))}</Time>
        {sample && <Badge tone="warm">{resources.search.sample}</Badge>}
      </p>
      <div className="item-text" data-words>
        <h3>{title}</h3>
        <p>{excerpt}</p>
      </div>
      <ButtonLink
        variant="secondary"
        size="small"
        href={item.link}
        opensNewTab
        aria-label={`${item.button}: ${title}`}
      >
        {item.button}
      </ButtonLink>
    </li>
  );
}

/** A date without a time is parsed as UTC, so it must be formatted as UTC. */
const dateFormat = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});
