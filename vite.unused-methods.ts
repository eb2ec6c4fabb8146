import type { ESTree, Plugin } from 'vite';

/**
 * Methods of the official client for what no page here does: what takes the secret key, wallets, providers that an app
 * asks, single sign-on, consent to other apps. The bundler keeps every method of a class, and each signed-in screen
 * would carry two kilobytes of these.
 */
const unused = [
  {
    by: '/auth-js/dist/module/GoTrueAdminApi.js',
    drops: (method: string) => !['constructor', 'signOut'].includes(method),
    // How an app would call one: the compiler finds nothing wrong with it.
    calls: /\.auth\.admin\b/,
  },
  {
    by: '/auth-js/dist/module/GoTrueClient.js',
    drops: (method: string) => clientMethods.test(method),
    calls: /\.auth\.(signInWith(Web3|IdToken|SSO)|oauth)\b/,
  },
];

const clientMethods =
  /^signInWith(Web3|Ethereum|Solana|IdToken|SSO)$|^_(getAuthorizationDetails|approveAuthorization|denyAuthorization|listOAuthGrants|revokeOAuthGrant)$/;

export function withoutUnusedMethods(): Plugin {
  return {
    name: 'without-unused-methods',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      const called = /\/app\/.*\.tsx?$/.test(id) && unused.find(({ calls }) => calls.test(code));
      if (called)
        this.error(`vite.unused-methods.ts leaves out what is called here: ${called.calls}`);
      const found = unused.find(({ by }) => id.endsWith(by));
      if (!found) return undefined;
      const dropped: string[] = [];
      const gaps: { start: number; end: number }[] = [];
      for (const member of this.parse(code).body.flatMap(membersOf)) {
        if (member.type !== 'MethodDefinition' || member.key.type !== 'Identifier') continue;
        const { name } = member.key;
        if (name !== 'constructor' && found.drops(name)) {
          dropped.push(name);
          gaps.push(member);
        }
      }
      let left = code;
      for (const { start, end } of gaps.toReversed()) left = left.slice(0, start) + left.slice(end);
      // In the constructor: `this.oauth = { listGrants: this._listOAuthGrants.bind(this), … };`
      left = left.replace(
        /^ *this\.\w+ = \{\n(?: *\w+: this\.\w+\.bind\(this\),\n)+ *\};\n/gm,
        (made) =>
          [...made.matchAll(/this\.(\w+)\.bind/g)].every(([, name = '']) => dropped.includes(name))
            ? ''
            : made,
      );
      const stillAsked = dropped.find((name) =>
        new RegExp(`this\\.${name}\\b`).test(withoutComments(left)),
      );
      if (dropped.length === 0 || stillAsked)
        this.error(
          `vite.unused-methods.ts does not fit ${found.by}: ${stillAsked ?? 'nothing is dropped'}`,
        );
      return { code: left, map: null };
    },
  };
}

function membersOf(statement: ESTree.Program['body'][number]) {
  const made = statement.type === 'ExportDefaultDeclaration' ? statement.declaration : statement;
  return made.type === 'ClassDeclaration' ? made.body.body : [];
}

const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\//g, '');
