/**
 * The official client's fetch. A session's expiry is stated by the service's clock, but the client compares it with
 * this device's: if that is hours ahead, every session would be expired at once and be renewed before each request. So
 * the expiry is converted to the device's clock. If that clock is corrected later, the session is like one on a device
 * whose clock is behind: see `heedingFetch`.
 */
export function byOwnClock(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init);
    if (!response.ok || !bringsSession(response)) return response;
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => undefined);
    if (!isSession(body)) return response;
    const expires_at = Math.floor(Date.now() / 1_000) + body.expires_in;
    return new Response(JSON.stringify({ ...body, expires_at }), response);
  };
}

const bringsSession = ({ url }: Response) =>
  /\/auth\/v1\/(token|signup|verify|factors\/|passkeys\/)/.test(url);

function isSession(body: unknown): body is { expires_in: number } {
  return (
    typeof body === 'object' &&
    body !== null &&
    'access_token' in body &&
    'expires_in' in body &&
    typeof body.expires_in === 'number'
  );
}
