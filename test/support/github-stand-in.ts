import { createServer } from 'node:http';
import type { GithubSettings } from '#api/auth/providers/provider.ts';

/** The four GitHub endpoints that are in use. */
export async function startGithub(): Promise<{ settings: GithubSettings; stop(): void }> {
  // Never closes idle connections, like the OpenID provider.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const url = new URL(request.url ?? '', 'http://github.test');
    const answer = (body: object) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(body));
    };
    if (url.pathname === '/authorize') {
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', 'github-code');
      back.searchParams.set('state', url.searchParams.get('state') ?? '');
      response.writeHead(302, { location: back.href }).end();
    } else if (url.pathname === '/token') {
      answer({ access_token: 'github-token', token_type: 'bearer', scope: 'user:email' });
    } else if (request.headers.authorization !== 'Bearer github-token') {
      response.writeHead(401).end();
    } else if (url.pathname === '/user') {
      answer({ id: 583231, login: 'octocat', name: 'Mona', avatar_url: null });
    } else {
      answer([
        { email: 'other@provider.example', primary: false, verified: true },
        { email: 'octocat@provider.example', primary: true, verified: true },
      ]);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return {
    stop() {
      server.closeAllConnections();
      server.close();
    },
    settings: {
      kind: 'github',
      clientId: 'site',
      clientSecret: 'secret',
      scopes: 'user:email',
      authorizeUrl: `${base}/authorize`,
      tokenUrl: `${base}/token`,
      apiUrl: base,
    },
  };
}
