import { X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { openData } from '#app/data/open-data.ts';
import { requireUser } from '#app/session/require-user.tsx';
import { Button } from '#app/ui/button.tsx';
import { failureOf } from '#app/ui/failure.ts';
import { FormGroup } from '#app/ui/form-group.tsx';
import { toast, toastError } from '#app/ui/toast.ts';
import { type Loader, useLoading } from '#app/ui/use-loading.ts';
import { mostHiddenCompanies } from '#domain/candidates/candidate-lists.ts';
import { HideForm } from './hide-form.tsx';

type Hide = { id: string; company: string };

type HideFromProps = {
  userId: string;
  /** Rendered together with it, so that nothing moves under somebody's finger. */
  children: ReactNode;
};

/** Companies whose members must never see the profile. Each change is saved at once. */
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
    const client = await openData();
    const refused = await requireUser(userId);
    const { error } = refused
      ? { error: refused }
      : await client.from('profile_hides').delete().eq('id', id);
    if (error) {
      toastError(failureOf(error).message);
      return;
    }
    change((list) => list?.filter((hide) => hide.id !== id));
    toast({ title: `No longer hidden from ${company}` });
    input.current?.focus();
  }

  return (
    <FormGroup title="Hide from" remark="Your employer, say. Saved at once, and they are not told.">
      <p>
        Nobody of these companies sees you: not in the list, the search, your page or picture, and
        they cannot write to you. That is everybody on the company’s team here, everybody who says
        that they hire for it, everybody who ever posted a job for it, agencies included, and
        everybody with a confirmed address at its domain: one that it has proven here, or that you
        name as well. It holds when the company takes another name.
      </p>
      <p>
        Before members see anybody, they confirm their email address and say who they hire for. What
        you hide takes effect at once; what a member adds or changes counts from the next day (UTC),
        and earlier companies continue to count. If somebody hires for a company that they have not
        told us about, from another address, we cannot know. An application that you send is seen by
        the company that you send it to.
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
        <HideForm userId={userId} input={input} count={hides.length} onHidden={again} />
      )}
      {hides && hides.length >= mostHiddenCompanies && (
        <p>You can hide from up to {mostHiddenCompanies} companies.</p>
      )}
    </FormGroup>
  );
}

async function readHides(userId: string): Promise<Hide[]> {
  const client = await openData();
  const { data, error } = await client
    .from('profile_hides')
    .select('id, company')
    .eq('user_id', userId)
    .order('created_at');
  if (error) throw error;
  return data;
}
