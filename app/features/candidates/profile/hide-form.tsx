import { type RefObject, useRef, useState } from 'react';
import { openData } from '#app/data/open-data.ts';
import { requireUser } from '#app/session/require-user.tsx';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/choice.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { Field } from '#app/ui/field.tsx';
import { Form } from '#app/ui/form.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { toast } from '#app/ui/toast.ts';
import { useForm } from '#app/ui/use-form.ts';
import { mostHiddenCompanies } from '#domain/candidates/candidate-lists.ts';

type Similar = { name: string; domain: string | null };
type HideFormProps = {
  userId: string;
  input: RefObject<HTMLInputElement | null>;
  /** How many there are so far. */
  count: number;
  onHidden(): void;
};

const loadRules = async () => (await import('#domain/candidates/candidate.ts')).hiddenCompanySchema;
/** After the last keystroke, in milliseconds. */
const pause = 250;

/**
 * Hides the profile from the typed company, and from companies on this site with similar names, unless they are
 * unticked.
 */
export function HideForm({ userId, input, count, onHidden }: HideFormProps) {
  const { similar, unticked, look, find, tick, forget } = useSimilar();
  const form = useForm(loadRules, async ({ company }, element) => {
    const client = await openData();
    const refused = await requireUser(userId);
    if (refused) return refused;
    // Companies that were not found before the button was pressed are hidden from as well.
    const alike = (await find(company)).filter(({ name }) => !unticked.has(name));
    const room = mostHiddenCompanies - count;
    const companies = [company, ...alike.map(({ name }) => name)].slice(0, room);
    const { data, error } = await client.rpc('hide_from', { companies });
    if (error) return failureOf(error);
    if (data.length === 0) {
      return { code: '23505', message: 'You already hide from this company' };
    }
    onHidden();
    forget();
    element.reset();
    toast({
      title: `Hidden from ${company}`,
      description: companies.length > 1 ? `And from ${companies.slice(1).join(', ')}.` : undefined,
    });
    input.current?.focus();
    return undefined;
  });
  return (
    <Form className="hide-form" {...form.props}>
      <FormFailure failure={form.failure} />
      <Field
        label="Company"
        hint="Its name, its web address or its email domain"
        error={form.errors.company}
      >
        <TextInput
          ref={input}
          name="company"
          dir="auto"
          autoComplete="off"
          onChange={({ target }) => look(target.value)}
        />
      </Field>
      <div aria-live="polite">
        {similar.length > 0 && (
          <fieldset className="hide-similar">
            <legend>Similar names here, hidden from too unless you untick them</legend>
            {similar.map(({ name, domain }) => (
              <Checkbox
                key={name}
                checked={!unticked.has(name)}
                onChange={({ target }) => tick(name, target.checked)}
                label={
                  <>
                    <bdi>{name}</bdi>
                    {domain && (
                      <>
                        {' '}
                        (<bdi>{domain}</bdi>)
                      </>
                    )}
                  </>
                }
              />
            ))}
          </fieldset>
        )}
      </div>
      <Button type="submit" variant="secondary" isBusy={form.isBusy}>
        Hide from this company
      </Button>
    </Form>
  );
}

/** Companies with names similar to what is typed. An answer for an earlier text is never shown for a later one. */
function useSimilar() {
  const [similar, setSimilar] = useState<Similar[]>([]);
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set());
  const latest = useRef('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  async function find(called: string): Promise<Similar[]> {
    clearTimeout(timer.current);
    latest.current = called.trim();
    if (latest.current.length < 2) {
      setSimilar([]);
      return [];
    }
    const client = await openData();
    const { data, error } = await client.rpc('similar_companies', { called: called.trim() });
    if (error) throw error;
    const found = data as Similar[];
    if (latest.current === called.trim()) setSimilar(found);
    return found;
  }

  return {
    similar,
    unticked,
    find,
    look(called: string) {
      clearTimeout(timer.current);
      // A failed lookup does not matter: the button looks again.
      timer.current = setTimeout(() => find(called).catch(() => {}), pause);
    },
    tick(name: string, isTicked: boolean) {
      const next = new Set(unticked);
      if (isTicked) next.delete(name);
      else next.add(name);
      setUnticked(next);
    },
    forget() {
      latest.current = '';
      setSimilar([]);
      setUnticked(new Set());
    },
  };
}
