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
import type { OwnPage } from '#domain/staff.ts';

/** Takes the place of what the document says to everybody else. */
export function openStaff(own: OwnPage) {
  const main = document.getElementById('main');
  if (!main) return;
  main.replaceChildren();
  createRoot(main).render(
    <AuthProvider>
      <StaffApp
        own={own}
        renderFactor={(onDone) => (
          <>
            <SecondFactorStep onBegin={nothing} onDone={onDone} onCancel={leave} />
            {/* It signs in anew, and is a second factor by itself. */}
            {hasPasskeys() && (
              <PasskeyButton onBegin={nothing} onEnd={nothing} onSignedIn={onDone} />
            )}
          </>
        )}
      />
    </AuthProvider>,
  );
}

function nothing() {}

async function leave() {
  await signOut();
  location.assign('/');
}
