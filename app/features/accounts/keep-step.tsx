import { Button, ButtonLink } from '#app/ui/button.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import * as links from '#domain/site/links.ts';

/** The page behind a link in an email: one button keeps the second step. Works without script. */
export function KeepStep({ address, isKept }: { address?: string; isKept?: boolean | undefined }) {
  const toAccount = <ButtonLink href={links.account}>Open your account</ButtonLink>;
  if (isKept) {
    return (
      <PageHeader
        eyebrow="Your account"
        title="Your second step stays"
        intro="Nothing was changed. If somebody else asked for this, they may know your password: choose a new one."
        actions={<ButtonLink href={links.recoverPassword}>Choose a new password</ButtonLink>}
      />
    );
  }
  if (isKept === false || !address) {
    return (
      <PageHeader
        eyebrow="Your account"
        title="This link no longer works"
        intro="It was used already, or there is nothing left to stop. Look at your account: it shows your second steps."
        actions={toAccount}
      />
    );
  }
  return (
    <PageHeader
      eyebrow="Your account"
      title="Keep your second step?"
      intro="Somebody told us that you lost it. If that was not you, or you have found it, keep it: then nothing happens."
      actions={
        <form method="post" action={address}>
          <Button type="submit" size="large">
            Keep my second step
          </Button>
        </form>
      }
    />
  );
}
