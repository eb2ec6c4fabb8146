import { Link as RouterLink } from 'react-router';
import { boardOrder, boardStates, type InboxFilters, narrows } from '#domain/applications/inbox.ts';
import { type Counts, describeCount } from './applications.ts';

type InboxCountsProps = {
  filters: InboxFilters;
  counts: Counts | undefined;
  addressOf(state: InboxFilters['state']): string;
};

/** How many there are in each state, with a link to them. */
export function InboxCounts({ filters, counts, addressOf }: InboxCountsProps) {
  // With any other filter, the links lead to something other than what was counted.
  const isCounted = !narrows({ ...filters, state: '' });
  return (
    <p className="inbox-counts">
      {boardOrder.map((state) => (
        <RouterLink key={state} to={addressOf(state)}>
          {boardStates[state]}{' '}
          {isCounted && <b>{counts ? describeCount(counts[state]) : figureToCome}</b>}
        </RouterLink>
      ))}
    </p>
  );
}

/** As wide as a digit, so that nothing below moves. */
const figureToCome = '\u2007';
