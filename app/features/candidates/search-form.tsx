import { type RefObject, useId, useRef, useState } from 'react';
import { Below } from '#app/ui/below.tsx';
import { Button } from '#app/ui/button.tsx';
import { ChipsEditor } from '#app/ui/chips-editor.tsx';
import { ChoiceGroup, Radio } from '#app/ui/choice.tsx';
import { Field } from '#app/ui/field.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { toast } from '#app/ui/toast.ts';
import {
  addToList,
  availabilityChoices,
  experienceLevels,
  limitReachedTitle,
} from '#domain/candidates/candidate-lists.ts';
import {
  type CandidateSearch,
  candidateMiles,
  countFilters,
  everybody,
  mostSkills,
} from '#domain/candidates/candidate-search.ts';
import { tierCodes } from '#domain/credentials/tiers.ts';
import { suggestedLanguages, suggestedSkills } from './suggestions.ts';
import { useCandidateSearch } from './use-candidate-search.ts';

type SearchFormProps = {
  /** The field for words, to return focus to. */
  words: RefObject<HTMLInputElement | null>;
};

/** The filters of the search. Every change searches at once. */
export function SearchForm({ words }: SearchFormProps) {
  const { shown: search, change: onChange } = useCandidateSearch();
  const filters = countFilters(search);
  const [isOpen, setOpen] = useState(filters > 0);
  const moreId = useId();
  const more = useRef<HTMLButtonElement>(null);
  const type = (changed: Partial<CandidateSearch>) =>
    onChange({ ...search, ...changed }, { isTyping: true });
  const choose = (changed: Partial<CandidateSearch>) => onChange({ ...search, ...changed });

  return (
    <search>
      <form className="candidates-form" onSubmit={(event) => event.preventDefault()}>
        <div className="candidates-main">
          <Field label="Search" hint="In the headline or the location">
            <TextInput
              ref={words}
              type="search"
              placeholder="Search candidates"
              value={search.q}
              maxLength={100}
              onChange={(event) => type({ q: event.target.value })}
            />
          </Field>
          <Field label="Experience level">
            <Select
              value={search.level}
              options={[
                { value: 'all', label: 'All levels' },
                ...experienceLevels.map((level) => ({ value: level, label: level })),
              ]}
              onChange={(event) => choose({ level: event.target.value })}
            />
          </Field>
          <Field label="Sort by" hint="If tied, verified first">
            <Select
              value={search.sort}
              options={[
                { value: 'newest', label: 'Newest' },
                { value: 'completeness', label: 'Most complete' },
              ]}
              onChange={(event) =>
                choose({ sort: event.target.value === 'completeness' ? 'completeness' : 'newest' })
              }
            />
          </Field>
        </div>
        <div className="candidates-more-row">
          <Button
            ref={more}
            variant="secondary"
            size="small"
            aria-expanded={isOpen}
            aria-controls={moreId}
            onClick={() => setOpen(!isOpen)}
          >
            {filters > 0 ? `More filters (${filters})` : 'More filters'}
          </Button>
          {filters > 0 && (
            <Button
              variant="quiet"
              size="small"
              onClick={() => {
                onChange({ ...everybody, q: search.q, level: search.level, sort: search.sort });
                more.current?.focus();
              }}
            >
              Clear filters
            </Button>
          )}
        </div>
        <div className="candidates-more" id={moreId} hidden={!isOpen}>
          <Below isInSight={isOpen}>
            <SkillsFilter search={search} choose={choose} />
            <Field label="Location">
              <TextInput
                value={search.location}
                maxLength={100}
                onChange={(event) => type({ location: event.target.value })}
              />
            </Field>
            <Field label="Around it" hint="With a city and state, or a ZIP code">
              <Select
                value={search.miles}
                options={[
                  { value: '', label: 'As they wrote it' },
                  ...candidateMiles.map((miles) => ({
                    value: miles,
                    label: `Within ${miles} miles`,
                  })),
                ]}
                onChange={(event) => choose({ miles: event.target.value })}
              />
            </Field>
            <Field label="Verified in our register">
              <Select
                value={search.verified}
                options={[
                  { value: '', label: 'Everybody' },
                  { value: 'any', label: 'Verified only' },
                  ...tierCodes.map((code) => ({ value: code, label: `${code}, verified` })),
                ]}
                onChange={(event) => choose({ verified: event.target.value })}
              />
            </Field>
            <Field
              label="Certification, as stated"
              hint="Part of it is enough, such as CCS or RHIA"
            >
              <TextInput
                value={search.certification}
                maxLength={100}
                onChange={(event) => type({ certification: event.target.value })}
              />
            </Field>
            <Field label="Availability">
              <Select
                value={search.availability}
                options={[{ value: 'all', label: 'Any' }, ...availabilityChoices]}
                onChange={(event) => choose({ availability: event.target.value })}
              />
            </Field>
            <YearsFilter search={search} type={type} />
          </Below>
        </div>
      </form>
    </search>
  );
}

const skillsAndLanguages = [...suggestedSkills, ...suggestedLanguages];

type PartProps = { search: CandidateSearch };
type Change = (changed: Partial<CandidateSearch>) => void;

/** The rules of a profile's skills; beyond the limit of one search, text stays in the box. */
function addSkill(entries: readonly string[], typed: string) {
  const added = addToList('skills', entries, typed);
  if (added.entries.length <= mostSkills) return added;
  return { entries: [...entries], problem: `A search takes up to ${mostSkills} skills` };
}

function SkillsFilter({ search, choose }: PartProps & { choose: Change }) {
  return (
    <div className="candidates-skills">
      <Field label="Skills or languages">
        <ChipsEditor
          value={search.skills}
          add={addSkill}
          suggestions={skillsAndLanguages}
          onProblem={(problem) =>
            toast({ title: limitReachedTitle, description: problem, kind: 'error', id: 'skills' })
          }
          onChange={(skills) => choose({ skills })}
        />
      </Field>
      {search.skills.length > 1 && (
        <ChoiceGroup legend="Candidates have" className="candidates-mode">
          {(['any', 'all'] as const).map((mode) => (
            <Radio
              key={mode}
              name="mode"
              label={mode === 'any' ? 'any of them' : 'all of them'}
              checked={search.mode === mode}
              onChange={() => choose({ mode })}
            />
          ))}
        </ChoiceGroup>
      )}
    </div>
  );
}

function YearsFilter({ search, type }: PartProps & { type: Change }) {
  return (
    <fieldset className="candidates-years">
      <legend className="field-label">Years of experience</legend>
      {(['from', 'to'] as const).map((end) => (
        <Field key={end} label={end === 'from' ? 'From' : 'To'}>
          <TextInput
            inputMode="numeric"
            value={search[end]}
            maxLength={2}
            onChange={(event) => type({ [end]: event.target.value.replace(/\D/g, '') })}
          />
        </Field>
      ))}
    </fieldset>
  );
}
