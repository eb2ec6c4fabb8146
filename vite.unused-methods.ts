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
      const dropped = methodsOf(this.parse(code)).filter(({ name }) => found.drops(name));
      const names = dropped.map(({ name }) => name);
      const left = withoutBindings(names, cutOut(dropped, code));
      const asked = withoutComments(left);
      const stillAsked = names.find((name) => new RegExp(`this\\.${name}\\b`).test(asked));
      if (names.length === 0 || stillAsked)
        this.error(
          `vite.unused-methods.ts does not fit ${found.by}: ${stillAsked ?? 'nothing is dropped'}`,
        );
      return { code: left, map: null };
    },
  };
}

type Method = { name: string; start: number; end: number };

function methodsOf({ body }: ESTree.Program): Method[] {
  return body
    .flatMap(membersOf)
    .flatMap((member) =>
      member.type === 'MethodDefinition' && member.key.type === 'Identifier'
        ? [{ name: member.key.name, start: member.start, end: member.end }]
        : [],
    );
}

function membersOf(statement: ESTree.Program['body'][number]) {
  const made = statement.type === 'ExportDefaultDeclaration' ? statement.declaration : statement;
  return made.type === 'ClassDeclaration' ? made.body.body : [];
}

const cutOut = (methods: Method[], code: string) =>
  methods.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), code);

/** In the constructor: `this.oauth = { listGrants: this._listOAuthGrants.bind(this), … };` */
const withoutBindings = (names: string[], code: string) =>
  code.replace(/^ *this\.\w+ = \{\n(?: *\w+: this\.\w+\.bind\(this\),\n)+ *\};\n/gm, (made) =>
    [...made.matchAll(/this\.(\w+)\.bind/g)].every(([, name = '']) => names.includes(name))
      ? ''
      : made,
  );

const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\//g, '');
