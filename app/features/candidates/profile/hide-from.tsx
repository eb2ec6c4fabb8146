import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { openSupabase } from '#app/data/supabase.ts';
import { requireUser } from '#app/session/require-user.tsx';
import { Button } from '#app/ui/button.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { Field } from '#app/ui/field.tsx';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { FormGroup } from '#app/ui/form-group.tsx';
import { TextInput } from '#app/ui/text-input.tsx';
import { toast } from '#app/ui/toast.ts';
import { useForm } from '#app/ui/use-form.ts';
import { type Loader, useLoading } from '#app/ui/use-loading.ts';
import { mostHiddenCompanies } from '#domain/candidate-lists.ts';

type Hide = { id: string; company: string };

type HideFromProps = {
  userId: string;
  /** What stands below comes with it, so that nothing moves under somebody's finger. */
  children: ReactNode;
};

/** Companies whose members never see the profile. Each change is saved at once. */
export default function HideFrom({ userId, children }: HideFromProps) {
  const loader = useLoading(() => readHides(userId), { key: userId });
  const [isThere, setThere] = useState(false);
  if (!isThere && loader.state.kind !== 'waiting') setThere(true);
  if (!isThere) return null;
  return (
    <>
      <Companies userId={userId} loader={loader} />
      {children}
    </>
  );
}

function Companies({ userId, loader }: { userId: string; loader: Loader<Hide[]> }) {
  const { state, again, change } = loader;
  const { data: hides, failure } = state;
  const input = useRef<HTMLInputElement>(null);

  async function remove({ id, company }: Hide) {
    const client = await openSupabase();
    const refused = await requireUser(client, userId);
    const { error } = refused
      ? { error: refused }
      : await client.from('profile_hides').delete().eq('id', id);
    if (error) {
      toast({ title: 'Error', description: failureOf(error).message, kind: 'error' });
      return;
    }
    change((list) => list?.filter((hide) => hide.id !== id));
    toast({ title: `No longer hidden from ${company}` });
    input.current?.focus();
  }

  return (
    <FormGroup title="Hide from" remark="Your employer, say. Saved at once, and they are not told.">
      <p>
        Members who hire for these companies do not see you: not in the list, the search, your page
        or picture, and they cannot write to you.
      </p>
      <p>
        Before members see anybody, they confirm their email address and say who they hire for. We
        go by that company, by the companies in the jobs they posted and by the domain of their
        address. What a member adds or changes counts from the next day (UTC), and earlier companies
        continue to count. If a member hires for a company that they have not told us about, we
        cannot know.
      </p>
      {failure && (
        <p>
          The list could not be loaded: {failure.message}{' '}
          <Button variant="secondary" size="small" onClick={again}>
            Try again
          </Button>
        </p>
      )}
      {hides && hides.length > 0 && (
        <ul className="hides" aria-label="Companies that you hide from">
          {hides.map((hide) => (
            <li key={hide.id}>
              <bdi>{hide.company}</bdi>
              <button type="button" onClick={() => remove(hide)}>
                <X aria-hidden="true" />
                <span className="sr-only">Stop hiding from {hide.company}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {hides && hides.length < mostHiddenCompanies && (
        <HideForm
          userId={userId}
          input={input}
          onHidden={(hide) => change((list = []) => [...list, hide])}
        />
      )}
      {hides && hides.length >= mostHiddenCompanies && (
        <p>You can hide from up to {mostHiddenCompanies} companies.</p>
      )}
    </FormGroup>
  );
}

type HideFormProps = {
  userId: string;
  input: RefObject<HTMLInputElement | null>;
  onHidden(hide: Hide): void;
};

const loadRules = async () => (await import('#domain/candidate.ts')).hiddenCompanySchema;

function HideForm({ userId, input, onHidden }: HideFormProps) {
  const form = useForm(loadRules, async ({ company }, element) => {
    const client = await openSupabase();
    const refused = await requireUser(client, userId);
    if (refused) return refused;
    const { data, error } = await client
      .from('profile_hides')
      .insert({ user_id: userId, company })
      .select('id, company')
      .single();
    if (error?.code === '23505') {
      return { code: error.code, message: 'You already hide from this company' };
    }
    if (error) return failureOf(error);
    onHidden(data);
    element.reset();
    toast({ title: `Hidden from ${company}` });
    input.current?.focus();
    return undefined;
  });
  return (
    <form className="hide-form" {...form.props}>
      <FormFailure failure={form.failure} />
      <Field
        label="Company"
        hint="Its name, its web address or its email domain"
        error={form.errors.company}
      >
        <TextInput ref={input} name="company" dir="auto" autoComplete="off" />
      </Field>
      <Button type="submit" variant="secondary" isBusy={form.isBusy}>
        Hide from this company
      </Button>
    </form>
  );
}

async function readHides(userId: string): Promise<Hide[]> {
  const client = await openSupabase();
  const { data, error } = await client
    .from('profile_hides')
    .select('id, company')
    .eq('user_id', userId)
    .order('created_at');
  if (error) throw error;
  return data;
}
