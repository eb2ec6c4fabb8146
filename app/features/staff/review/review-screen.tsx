import { useEffect } from 'react';
import {
  type CaseRow,
  caseFilters,
  caseKinds,
  caseKindWords,
  caseStateWords,
  holdRuleWords,
  showCaseTitle,
} from '#domain/staff/review.ts';
import { counted } from '#domain/text/grouped.ts';
import type { ListFilter } from '../filter-form.tsx';
import { Moment } from '../moment.tsx';
import { goTo, useAddress } from '../router.ts';
import { StaffList } from '../staff-list.tsx';
import type { ListColumn } from '../staff-table.tsx';
import { CaseScreen } from './case-screen.tsx';
import { actedWords, StateBadge } from './state-badge.tsx';

const reviewPath = '/staff/review';
const usual = {
  search: '?state=open',
  all: '?state=all',
  empty: 'Nothing is waiting for a decision',
};

const stateWords = { ...caseStateWords, open: 'To be decided' };

const filters: readonly ListFilter[] = [
  { name: 'words', label: 'Title, name or address', kind: 'text' },
  {
    name: 'state',
    label: 'State',
    kind: 'choice',
    options: caseFilters.flatMap((value) =>
      // The same as no filter.
      value === 'all' ? [] : [{ value, label: stateWords[value] }],
    ),
  },
  {
    name: 'kind',
    label: 'Kind',
    kind: 'choice',
    options: caseKinds.map((value) => ({ value, label: caseKindWords[value] })),
  },
  {
    name: 'age',
    label: 'At least this old',
    kind: 'choice',
    options: [
      { value: '1', label: 'A day' },
      { value: '3', label: 'Three days' },
      { value: '7', label: 'A week' },
      { value: '30', label: 'A month' },
    ],
  },
];

const orders = [
  { value: 'newest', label: 'Newest change first' },
  { value: 'oldest', label: 'Longest without a change first' },
  { value: 'reports', label: 'Most reports first' },
];

const columns: readonly ListColumn<CaseRow>[] = [
  {
    header: 'What',
    cell: ({ id, title, kind }) => (
      <>
        <a className="link" href={`${reviewPath}/${id}`}>
          <bdi>{showCaseTitle(title)}</bdi>
        </a>
        <span className="staff-quiet">{caseKindWords[kind]}</span>
      </>
    ),
  },
  { header: 'Why', cell: (row) => whyOf(row) },
  {
    header: 'State',
    cell: ({ state, claimed_as, acted_as, gone_at }) => (
      <>
        <StateBadge state={state} />
        {claimed_as ? (
          <span className="staff-quiet">{claimed_as} is looking at it</span>
        ) : (
          acted_as && (
            <span className="staff-quiet">
              {actedWords(state)} {acted_as}
            </span>
          )
        )}
        {gone_at && <span className="staff-quiet">No longer there</span>}
      </>
    ),
  },
  {
    header: 'Since',
    cell: ({ opened_at }) => <Moment at={opened_at} hasTime />,
  },
];

function whyOf({ reports, held_for: rules }: CaseRow): string {
  const told = reports > 0 && counted(reports, 'report', 'reports');
  const held = rules.map((rule) => holdRuleWords[rule] ?? rule).join('; ');
  return [told, held && `Held: ${held}`].filter(Boolean).join('. ');
}

/** What was reported or held back: the list, or the case in the address. */
export function ReviewScreen() {
  const { pathname } = useAddress();
  const id = pathname.slice(reviewPath.length + 1);
  return id ? <CaseScreen key={id} id={id} /> : <Queue />;
}

function Queue() {
  const { search } = useAddress();

  // Synchronises an address without filters with the default one: what waits. All has an address of its own.
  useEffect(() => {
    if (!search) goTo(reviewPath + usual.search, { isReplacing: true });
  }, [search]);

  return (
    <>
      <h1>Review</h1>
      <p className="lede">
        What people reported, and what rules held back. Nothing here about yourself: that is for the
        others on the team.
      </p>
      <StaffList<CaseRow>
        name="cases"
        caption="Cases"
        columns={columns}
        filters={filters}
        orders={orders}
        keyOf={({ id }) => id}
        empty="Nothing has been reported yet"
        usual={usual}
      />
    </>
  );
}
