import type { User } from '@supabase/supabase-js';
import { openSupabase } from '#app/data/supabase.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import * as links from '#domain/links.ts';
import { PeopleSection } from './people-section.tsx';

/** The companies that somebody works for, each with its people. */
export function TeamsScreen({ user }: { user: User }) {
  const { state, again } = useLoading(readCompanies, { key: user.id });
  return (
    <div className="wrap teams">
      {state.kind === 'waiting' && <Skeleton lines={5} label="Loading your company…" />}
      {state.kind === 'failed' && (
        <EmptyState
          title="Your company could not be loaded"
          action={
            <Button variant="secondary" onClick={again}>
              Try again
            </Button>
          }
        >
          Check your connection.
        </EmptyState>
      )}
      {state.data?.length === 0 && (
        <EmptyState
          title="You do not work for a company here yet"
          action={<ButtonLink href={links.postJob}>Post a Job</ButtonLink>}
        >
          Your first job makes a company of your own. To join one that is here, ask one of its
          admins for an invitation.
        </EmptyState>
      )}
      {state.data?.map((company) => (
        <article key={company.id} className="team" aria-labelledby={`company-${company.id}`}>
          <h2 id={`company-${company.id}`} dir="auto">
            {company.name}
          </h2>
          <PeopleSection user={user} company={company} onLeft={again} />
        </article>
      ))}
    </div>
  );
}

async function readCompanies() {
  const client = await openSupabase();
  // Of those that anybody reads, too, none but the caller's has people whom the caller reads.
  const { data, error } = await client
    .from('company_members')
    .select('companies!inner(id, name)')
    .order('joined_at');
  if (error) throw error;
  const all = data.map(({ companies }) => companies);
  return all.filter(({ id }, at) => all.findIndex((other) => other.id === id) === at);
}
