import {
  type MembershipPage,
  membershipStatusWords,
  priceOf,
  renewalOf,
  renewalWords,
} from '#domain/staff/memberships.ts';
import { Part } from '../facts.tsx';
import { Moment } from '../moment.tsx';

/** The history of a membership's state: the answer to somebody who says that they had cancelled. */
export function Changes({
  changes,
  has_older_changes: hasOlder,
}: Pick<MembershipPage, 'changes' | 'has_older_changes'>) {
  return (
    <Part title="How it changed">
      <p className="staff-quiet">
        As the site heard of it: seconds after somebody pressed it at Stripe, or within the hour.
      </p>
      {changes.length === 0 && <p>Nothing since the site began to write this down</p>}
      <ul className="staff-lines">
        {changes.map((change) => (
          <li key={change.id}>
            <Moment at={change.at} hasTime />:{' '}
            {membershipStatusWords[change.status] ?? change.status}
            {!isOver.includes(change.status) && `, ${renewalWords[renewalOf(change)][1]}`},{' '}
            {priceOf(change)}, period ends <Moment at={change.current_period_end} hasTime />
          </li>
        ))}
      </ul>
      {hasOlder && (
        <p className="staff-quiet">
          These are the newest {changes.length}. All of them are in the person’s data, which “Send
          their data” on their page sends to them.
        </p>
      )}
    </Part>
  );
}

const isOver = ['canceled', 'incomplete_expired'];
