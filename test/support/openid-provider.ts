import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import Provider from 'oidc-provider';
import type { OidcSettings } from '#api/auth/providers/provider.ts';

/** Who signs in at the provider: the person in the login hint, or else the one added last. */
export type ProviderPerson = { sub: string; email: string; email_verified: boolean; name: string };

/** A real OpenID provider on loopback that lets everybody in and assumes their consent. */
export async function startOpenIdProvider(redirectUri: string) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'provider' };
  const people = new Map<string, ProviderPerson>();
  let latest = '';
  let hasKeys = true;
  // Never closes idle connections: a process that was busy would send its request into a closed one.
  const server = createServer({ keepAliveTimeout: 0 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'site', client_secret: 'secret', redirect_uris: [redirectUri] }],
    jwks: { keys: [jwk] },
    cookies: { keys: ['test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    ttl: { Interaction: 60, Session: 60, Grant: 60, IdToken: 60, AccessToken: 60 },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => ({ ...people.get(id), sub: id }),
    }),
  });
  const handle = provider.callback();
  server.on('request', async (request, response) => {
    if (!hasKeys && request.url === '/jwks') return response.writeHead(500).end();
    if (!request.url?.startsWith('/interaction/')) return handle(request, response);
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    if (prompt.name === 'login') {
      const accountId = String(params.login_hint ?? latest);
      return provider.interactionFinished(request, response, { login: { accountId } });
    }
    const grant = new provider.Grant({ accountId: session?.accountId, clientId: 'site' });
    grant.addOIDCScope('openid email profile');
    return provider.interactionFinished(request, response, {
      consent: { grantId: await grant.save() },
    });
  });

  const settings: OidcSettings = {
    kind: 'oidc',
    issuer,
    clientId: 'site',
    clientSecret: 'secret',
    scopes: 'openid email profile',
  };
  return {
    settings,
    addPerson(details: Partial<ProviderPerson> = {}): ProviderPerson {
      const sub = crypto.randomUUID();
      const person = {
        sub,
        email: `${sub}@provider.example`,
        email_verified: true,
        name: 'Ada Provider',
        ...details,
      };
      people.set(person.sub, person);
      latest = person.sub;
      return person;
    },
    /** An ID token as a phone app gets it, signed with the provider's key. */
    issueIdToken(person: ProviderPerson, claims: Record<string, unknown> = {}): Promise<string> {
      return new SignJWT({ ...person, aud: 'site', ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'provider' })
        .setIssuer(issuer)
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(privateKey);
    },
    breakKeys: () => {
      hasKeys = false;
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** Follows redirects with cookies like a browser, until one leads to another page of the site. */
export function openWalker(call: (request: Request) => Promise<Response>, siteOrigin: string) {
  const jar = new Map<string, Map<string, string>>();

  async function visit(address: string): Promise<Response> {
    const { origin } = new URL(address);
    const cookies = jar.get(origin) ?? new Map<string, string>();
    jar.set(origin, cookies);
    const request = new Request(address, { redirect: 'manual' });
    request.headers.set(
      'cookie',
      [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    );
    const response = await (origin === siteOrigin ? call(request) : fetch(request));
    keep(response, origin);
    return response;
  }

  function keep(response: Response, origin: string) {
    const cookies = jar.get(origin) ?? new Map<string, string>();
    jar.set(origin, cookies);
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = line.match(/^([^=]+)=([^;]*)/) ?? [];
      cookies.set(name, value);
    }
  }

  return {
    /** For responses that were not fetched by walking, such as those of the official client. */
    keep,
    async walk(start: string): Promise<URL> {
      let address = start;
      for (let step = 0; step < 12; step += 1) {
        const response = await visit(address);
        const location = response.headers.get('location');
        if (!location) throw new Error(`${address} answered ${response.status} and no way on.`);
        address = new URL(location, address).href;
        const { origin, pathname } = new URL(address);
        if (origin === siteOrigin && !pathname.startsWith('/auth/v1/')) return new URL(address);
      }
      throw new Error('There were too many redirects.');
    },
  };
}
