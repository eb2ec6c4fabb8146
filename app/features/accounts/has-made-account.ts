import { callService } from '#app/session/data-service.ts';

/**
 * Whether a sign-up has made an account. Its answer is the same for an address that is taken, but then
 * it names nobody: so this asks what the sign-in form would tell, whether what was just typed opens the
 * account that the answer names. The session ends at once; the person signs in themselves. Without a
 * clear answer nothing is claimed.
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
