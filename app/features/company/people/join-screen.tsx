import { useState } from 'react';
import { openData } from '#app/data/open-data.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import type { Failure } from '#app/ui/failure.ts';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { useLoading } from '#app/ui/use-loading.ts';
import { asTeamRole, teamRoleMeanings, teamRoleWords } from '#domain/companies/team.ts';
import * as links from '#domain/site/links.ts';
import { act } from './people.ts';
import './people.css';

/** The page behind an invitation's link: who invites, and one button. */
export function JoinScreen({ token }: { token: string }) {
  const { state, again } = useLoading(() => readInvitation(token), { key: token });
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [hasJoined, setJoined] = useState(false);

  async function accept() {
    setBusy(true);
    const failed = await act((client) => client.rpc('accept_invitation', { token }));
    setBusy(false);
    setFailure(failed);
    if (!failed) setJoined(true);
  }

  if (state.kind === 'waiting') {
    return (
      <div className="wrap">
        <Skeleton lines={4} label="Opening the invitation…" />
      </div>
    );
  }
  if (state.kind === 'failed') {
    return (
      <div className="wrap">
        <EmptyState
          title="The invitation could not be opened"
          action={
            <Button variant="secondary" onClick={again}>
              Try again
            </Button>
          }
        >
          {state.failure.message}
        </EmptyState>
      </div>
    );
  }
  const { data: found } = state;
  if (!found) {
    return (
      <div className="wrap">
        <EmptyState title="This link no longer works">
          It was used, withdrawn or replaced by a newer one, or its 14 days are over. Open the
          newest email, or ask for another invitation.
        </EmptyState>
      </div>
    );
  }
  const { company, inviter, is_for_me: isForMe, is_proved: isProved } = found;
  const role = asTeamRole(found.role);
  return (
    <div className="wrap join">
      {hasJoined ? (
        <div role="status">
          <h2>
            You work for <bdi>{company}</bdi> now
          </h2>
          <p>{teamRoleMeanings[role]}</p>
          <p className="people-acts">
            <ButtonLink href={links.myJobs}>See the jobs</ButtonLink>
            <ButtonLink variant="secondary" href={links.myCompany}>
              See who works here
            </ButtonLink>
          </p>
        </div>
      ) : (
        <>
          <h2>
            <bdi>{inviter}</bdi> invites you to work for <bdi>{company}</bdi>
          </h2>
          <p>
            Your role would be <b>{teamRoleWords[role]}</b>. {teamRoleMeanings[role]}
          </p>
          {isForMe && isProved && (
            <>
              <p>
                The people there see your name and email address. Candidates who hide from this
                company hide from you too, from then on and for good. Conversations that you have
                now stay yours alone; those that you begin for the company are shared with its
                recruiters.
              </p>
              <FormFailure failure={failure} />
              <Button isBusy={isBusy} onClick={accept}>
                Accept the invitation
              </Button>
            </>
          )}
          {!isForMe && (
            <p>
              It was sent to another address than that of this account. Sign out, and open the link
              again with the account of the address that got the email.
            </p>
          )}
          {isForMe && !isProved && (
            <p>
              Confirm your email address first, with the link in the email that you got when you
              made your account. Then open this invitation again.
            </p>
          )}
        </>
      )}
    </div>
  );
}

async function readInvitation(token: string) {
  if (!token) return null;
  const client = await openData();
  const { data, error } = await client.rpc('read_invitation', { token }).maybeSingle();
  if (error) throw error;
  return data;
}
