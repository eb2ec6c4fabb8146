import { callService } from '#app/session/data-service.ts';

/**
 * Whether a sign-up has created an account. If the address is taken, the answer looks the same but its user id belongs
 * to nobody. So this checks, as a sign-in would, whether the typed password opens the account with that id. The session
 * ends at once; people sign in themselves. Without a clear answer it returns false.
 */
export async function hasMadeAccount(
  namedId: string | undefined,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  try {
    const answer = await callService('/auth/v1/token?grant_type=password', {
      method: 'POST',
      body: JSON.stringify({ email, password }),
    });
    const { access_token: token, user }: { access_token: string; user: { id: string } } =
      await answer.json();
    await callService('/auth/v1/logout?scope=local', { method: 'POST', token }).catch(() => {});
    return user.id === namedId;
  } catch {
    return false;
  }
}
