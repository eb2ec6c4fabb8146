import { reflectSession, sessionStorageKey } from '../shell/session-state.ts';
import { showToast } from './toasts.ts';

/** The header follows sign-in and sign-out in every tab, and signs out on any page. */
export function followSession() {
  addEventListener('storage', (event) => {
    if (event.key === sessionStorageKey() || event.key === null) reflectSession();
  });
  addEventListener('pageshow', reflectSession);
  document.addEventListener('click', (event) => {
    const button =
      event.target instanceof Element && event.target.closest<HTMLButtonElement>('[data-sign-out]');
    if (!button) return;
    button.disabled = true;
    signOut()
      .then(
        () =>
          showToast({
            title: 'Signed out',
            description: 'You have been successfully signed out.',
          }),
        (error: Error) => showToast({ title: 'Error', description: error.message, kind: 'error' }),
      )
      .finally(() => {
        button.disabled = false;
      });
  });
}

async function signOut() {
  const key = sessionStorageKey();
  const token = JSON.parse(localStorage.getItem(key) ?? '{}').access_token;
  if (token) await revoke(token);
  localStorage.removeItem(key);
  reflectSession();
  // supabase-js clients of this page and of other tabs listen on the channel of that name.
  const channel = new BroadcastChannel(key);
  channel.postMessage({ event: 'SIGNED_OUT', session: null });
  channel.close();
}

/** A session that the server no longer knows is as good as ended. */
async function revoke(token: string) {
  const { supabaseUrl, supabaseKey } = await (await fetch('/config.json')).json();
  const response = await fetch(`${supabaseUrl}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: { apikey: supabaseKey, authorization: `Bearer ${token}` },
  });
  if (response.ok || [401, 403, 404].includes(response.status)) return;
  const body = await response.json().catch(() => ({}));
  throw new Error(body.msg ?? body.message ?? `Sign-out failed (${response.status})`);
}
