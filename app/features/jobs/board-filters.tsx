import { ChevronDown } from 'lucide-react';
import { jobs as content } from '#app/content/jobs.ts';
import { Checkbox } from '#app/ui/choice.tsx';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { tierCodes } from '#domain/credentials/tiers.ts';
import {
  anyCredential,
  type JobSearch,
  jobSorts,
  postedWithin,
  radiuses,
  usualRadius,
} from '#domain/finding/job-search.ts';
import { workplaces } from '#domain/jobs/job-facts.ts';
import { shortCount } from './describe-count.ts';
import { workplaceOf } from './job-words.ts';

const words = content.search;
const sortNames = {
  newest: 'Newest first',
  relevance: 'Best match for the words',
  nearest: 'Nearest first',
  pay: 'Highest pay first',
};

/** How many results a search has with each value of a filter. */
export type Counts = Partial<Record<string, number>>;

export function countOf(counts: Counts | undefined, value: string): string | undefined {
  const count = counts?.[value];
  return count === undefined ? undefined : shortCount(count);
}

/** Further filters; open if one of them is set. */
export function BoardFilters({
  search,
  counts,
}: {
  search: JobSearch;
  counts: Counts | undefined;
}) {
  const { q, place, workplace, pay, posted, credential, isVerified, isPlain, isWide, sort } =
    search;
  const isOpen = [place, workplace, pay, posted, credential, isVerified, sort !== 'newest'].some(
    Boolean,
  );
  return (
    <details className="board-filters" open={isOpen || undefined}>
      <summary>
        {words.filters}
        <ChevronDown aria-hidden="true" />
      </summary>
      {/* Chosen below the list, and sent along with every other filter. */}
      <input type="hidden" name="plain" value="1" disabled={!isPlain} />
      <input type="hidden" name="wide" value={q} disabled={!isWide} />
      <div className="board-filter-grid">
        <Field label={words.place} hint={words.placeHint}>
          <TextInput name="place" defaultValue={place} maxLength={60} autoComplete="off" />
        </Field>
        <Field label={words.miles}>
          <Select name="miles" defaultValue={String(search.miles || usualRadius)} options={miles} />
        </Field>
        <Field label={words.workplace}>
          <Select
            name="workplace"
            defaultValue={workplace}
            options={[
              { value: '', label: words.anyWorkplace },
              ...workplaces.map((each) => {
                const count = countOf(counts, each);
                const name = workplaceOf({ workplace: each });
                return {
                  value: each,
                  label: count === undefined ? `${name}` : `${name} (${count})`,
                };
              }),
            ]}
          />
        </Field>
        <Field label={words.pay} hint={words.payHint}>
          <TextInput
            name="pay"
            defaultValue={pay ? `${pay.amount}` : ''}
            maxLength={30}
            inputMode="text"
            autoComplete="off"
          />
        </Field>
        <Field label={words.posted}>
          <Select name="posted" defaultValue={posted ? String(posted) : ''} options={days} />
        </Field>
        <Field label={words.credential}>
          <Select name="credential" defaultValue={credential} options={credentials} />
        </Field>
        <Field label={words.sort}>
          <Select name="sort" defaultValue={sort} options={sorts} />
        </Field>
        <Checkbox name="verified" value="1" defaultChecked={isVerified} label={words.verified} />
      </div>
    </details>
  );
}

const miles = radiuses.map((each) => ({ value: `${each}`, label: `${each} miles` }));
const days = [
  { value: '', label: words.anyTime },
  ...postedWithin.map((each) => ({
    value: `${each}`,
    label: each === 1 ? 'In the last day' : `In the last ${each} days`,
  })),
];
const credentials = [
  { value: '', label: words.noMatter },
  { value: anyCredential, label: words.anyCredential },
  ...tierCodes.map((code) => ({ value: code, label: code })),
];
const sorts = jobSorts.map((sort) => ({ value: sort, label: sortNames[sort] }));
