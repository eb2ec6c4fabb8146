import '#app/features/accounts/accounts.css';
import '#app/features/staff/staff.css';
import '#app/features/staff/review/review.css';
import '#app/features/staff/counter.css';
import '#app/features/staff/words/words.css';
import '#app/features/staff/credentials/credentials.css';
import { createRoot } from 'react-dom/client';
import { hasPasskeys } from '#app/features/accounts/factors/passkey-place.ts';
import { SecondFactorStep } from '#app/features/accounts/factors/second-factor-step.tsx';
import { PasskeyButton } from '#app/features/accounts/passkeys/passkey-button.tsx';
import { StaffApp } from '#app/features/staff/staff-app.tsx';
import { AuthProvider } from '#app/session/auth-provider.tsx';
import { signOut } from '#app/session/sign-out.ts';
import { prepareForReact } from '#app/shell/before-react.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { type OwnPage, staffHome } from '#domain/staff/staff.ts';

/** Replaces what the document says to everybody else. */
export function openStaff(own: OwnPage) {
  const main = document.getElementById('main');
  if (!main) return;
  main.replaceChildren();
  prepareForReact();
  const root = createRoot(main, {
    // React unmounts everything, including the navigation.
    onUncaughtError(error) {
      reportError(error);
      root.render(<FailedRoom />);
    },
  });
  root.render(
    <AuthProvider>
      <StaffApp
        own={own}
        renderFactor={(onDone) => (
          <>
            <SecondFactorStep onBegin={nothing} onDone={onDone} onCancel={leave} />
            {/* A passkey signs in from scratch and counts as a second factor. */}
            {hasPasskeys() && (
              <PasskeyButton onBegin={nothing} onEnd={nothing} onSignedIn={onDone} />
            )}
          </>
        )}
      />
    </AuthProvider>,
  );
}

function FailedRoom() {
  return (
    <div className="wrap error-page" role="alert">
      <h1>This page could not be shown</h1>
      <p className="lede">
        A fault of ours stopped it. What you had saved is kept. Load it again; if the same happens,
        tell whoever looks after the site’s server which page it was.
      </p>
      <p className="flex flex-wrap gap-3">
        <Button onClick={() => location.reload()}>Load it again</Button>
        <ButtonLink variant="secondary" href={staffHome}>
          Back to Today
        </ButtonLink>
      </p>
    </div>
  );
}

function nothing() {}

async function leave() {
  await signOut();
  location.assign('/');
}
