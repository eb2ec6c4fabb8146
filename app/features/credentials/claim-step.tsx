import { Button, ButtonLink } from '#app/ui/button.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { credentialTitle } from '#domain/credentials/credentials.ts';
import * as links from '#domain/site/links.ts';
import { dayWords } from '#domain/text/day-words.ts';
import type { Claim } from './claim-by-link.ts';

type ClaimStepProps = {
  claim: Claim;
  address: string;
  /** The page that asks once more whether it is somebody else's: only staff can undo that. */
  doubtAddress: string;
  isDoubted: boolean;
};

/** The page behind a link in an email: what was awarded, and two choices. Works without script. */
export function ClaimStep({ claim, address, doubtAddress, isDoubted }: ClaimStepProps) {
  if (claim.kind !== 'open') {
    const { title, text } = said[claim.kind];
    return (
      <PageHeader
        title={title}
        intro={text}
        actions={
          claim.kind === 'unknown' && (
            <ButtonLink href={links.credentials}>See your credentials</ButtonLink>
          )
        }
      />
    );
  }
  const { email, waiting } = claim;
  if (isDoubted) {
    return (
      <PageHeader
        title="Is it somebody else’s?"
        intro="Then nobody can claim it with this address any more, and our staff look for whose it is. If only the name is misspelled, write to us instead: we correct it."
        actions={
          <form method="post" action={address} className="flex flex-wrap gap-3">
            <Button type="submit" size="large" variant="danger">
              It is not mine
            </Button>
            <ButtonLink size="large" variant="secondary" href={address}>
              Back
            </ButtonLink>
          </form>
        }
      />
    );
  }
  const next = encodeURIComponent(links.credentials);
  return (
    <PageHeader
      title={waiting.length > 1 ? 'Claim your credentials' : 'Claim your credential'}
      intro={
        <>
          Sign in with the account of <bdi>{email}</bdi>, or make one with that address and confirm
          it. Then it is yours: certificate, badge and file, for anybody to check.
        </>
      }
      actions={
        <div className="grid w-full max-w-xl gap-6">
          <ul className="grid gap-3">
            {waiting.map((each) => (
              <li
                key={`${each.type} ${each.awarded_on}`}
                className="border border-line bg-surface p-4"
              >
                <strong>{credentialTitle(each)}</strong>
                <br />
                <bdi>{each.name}</bdi>, {dayWords(each.awarded_on)}
              </li>
            ))}
          </ul>
          <div className="flex flex-wrap gap-3">
            <ButtonLink size="large" href={`${links.signIn}?next=${next}`}>
              Sign in and claim
            </ButtonLink>
            <ButtonLink
              size="large"
              variant="secondary"
              href={`${links.signIn}?tab=sign-up&next=${next}`}
            >
              Make an account
            </ButtonLink>
          </div>
          <div>
            <ButtonLink variant="quiet" href={doubtAddress}>
              That is not me
            </ButtonLink>
          </div>
        </div>
      }
    />
  );
}

const said = {
  refused: {
    title: 'Thank you for telling us',
    text: 'Nobody can claim it with this address any more. Our staff look for whose it is.',
  },
  unknown: {
    title: 'This link no longer works',
    text: 'It is incomplete, there is a newer email, or it was claimed. What is yours, and what waits for the address of your account, you find when you sign in.',
  },
  busy: {
    title: 'One moment, please',
    text: 'There were many attempts in a short time. Wait a few minutes, then open the link again.',
  },
} as const;
