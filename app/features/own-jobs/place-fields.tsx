import { startTransition, useContext, useEffect, useRef, useState } from 'react';
import { whenSettled } from '#app/ui/when-settled.ts';
import { countryCodes, nameCountry } from '#domain/jobs/countries.ts';
import { workplaces } from '#domain/jobs/job-facts.ts';
import type { PlaceValues } from './fill-place.ts';
import { ChoiceField, FieldsContext, TextField } from './job-fields.tsx';
import type { JobValues } from './job-values.ts';

const filledFields = ['workplace', 'city', 'region', 'country'] as const;

/** Where the work is done: in the poster's words, and as search engines and filters need it. */
export function PlaceFields() {
  const { isFilled, ...follow } = useFilledPlace();
  const countries = useCountries();
  return (
    <>
      <TextField
        name="location"
        hint="Such as “Charlotte, NC” or “Remote, US time zones”."
        {...follow}
      />
      <ChoiceField name="workplace" isOptional placeholder="Not stated" options={namedWorkplaces} />
      <div className="own-job-row">
        <TextField name="city" isOptional autoComplete="address-level2" />
        <TextField name="region" isOptional autoComplete="address-level1" />
      </div>
      <ChoiceField name="country" isOptional placeholder="Not stated" options={countries} />
      <p className="own-job-small" role="status">
        {isFilled
          ? 'Filled in from what you typed above. Change what is not right.'
          : 'With a country, job search engines can show the job. We fill in what the words above say.'}
      </p>
    </>
  );
}

/**
 * All countries once the form is shown: 249 options are a third of its elements. Until then the list has only the
 * chosen one.
 */
function useCountries() {
  const chosen = useContext(FieldsContext)?.values.country;
  const [all, setAll] = useState<Country[]>();

  // Loaded after what the form shows first.
  useEffect(() => {
    let isOver = false;
    whenSettled().then(() => {
      if (!isOver) startTransition(() => setAll(listCountries()));
    });
    return () => {
      isOver = true;
    };
  }, []);

  return all ?? (chosen ? [named(chosen)] : []);
}

type Country = { value: string; label: string };

const named = (code: string): Country => ({ value: code, label: nameCountry(code) });

const listCountries = () =>
  countryCodes.map(named).sort((one, other) => one.label.localeCompare(other.label));

/**
 * Fills in what the location says when somebody leaves it: fields that are empty, or contain what it said before.
 * Anything typed or chosen otherwise stays.
 */
function useFilledPlace() {
  const fields = useContext(FieldsContext);
  const latest = useRef(fields);
  latest.current = fields;
  const before = useRef<PlaceValues & { location?: string }>({});
  const [isFilled, setFilled] = useState(false);

  async function say(location: string): Promise<PlaceValues> {
    try {
      const { placeOf } = await import('./fill-place.ts');
      return await placeOf(location);
    } catch {
      return {};
    }
  }

  return {
    isFilled,
    async onFocus({ target }: { target: HTMLInputElement }) {
      const location = target.value;
      before.current = { location, ...(await say(location)) };
    },
    async onBlur({ target }: { target: HTMLInputElement }) {
      const { value } = target;
      const said = await say(value);
      const now = latest.current;
      // Somebody is still typing, or the form is gone.
      if (!now || now.values.location !== value) return;
      const isUnchanged = before.current.location === value;
      if (isUnchanged && filledFields.some((field) => now.values[field])) return;
      const changes: Partial<JobValues> = {};
      for (const field of filledFields) {
        const held = now.values[field];
        const next = said[field] ?? '';
        if (held !== next && (held === '' || held === before.current[field])) changes[field] = next;
      }
      before.current = { location: value, ...said };
      if (Object.keys(changes).length === 0) return;
      now.set(changes);
      setFilled(filledFields.some((field) => changes[field]));
    },
  };
}

const namedWorkplaces = workplaces.map((value) => ({
  value,
  label: { 'on-site': 'On site', hybrid: 'Hybrid', remote: 'Remote' }[value],
}));
