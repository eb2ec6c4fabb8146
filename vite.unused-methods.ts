import type { ESTree, Plugin } from 'vite';

/**
 * Methods of the official client for what no page here does: what takes the secret key, wallets, providers that an app
 * asks, single sign-on, consent to other apps, links that are mailed, buckets and most of what can be done with files, filters of
 * rows that nobody asks for. The bundler keeps every method of a class, and each signed-in screen would carry kilobytes of these.
 */
const unused = [
  {
    by: '/auth-js/dist/module/GoTrueAdminApi.js',
    drops: (method: string) => !['constructor', 'signOut'].includes(method),
    // How an app would call one: the compiler finds nothing wrong with it.
    calls: /\.auth\.admin\b/,
  },
  named('/auth-js/dist/module/GoTrueClient.js', (any) => `\\.auth\\.(${any}|oauth)\\b`, [
    ...['signInWithWeb3', 'signInWithEthereum', 'signInWithSolana', 'signInWithIdToken'],
    ...['signInWithSSO', 'signInWithOtp', 'signInAnonymously', 'getClaims', 'fetchJwk'],
    ...['_getAuthorizationDetails', '_approveAuthorization', '_denyAuthorization'],
    ...['_listOAuthGrants', '_revokeOAuthGrant', 'stopAutoRefresh', 'dispose'],
  ]),
  named('/storage-js/dist/index.mjs', (any) => `\\b(bucket|storage)\\b[^;]*\\.(${any})\\(`, [
    ...['uploadToSignedUrl', 'createSignedUploadUrl', 'update', 'move', 'copy', 'info'],
    ...['exists', 'list', 'purgeCache', 'listBuckets', 'getBucket', 'createBucket'],
    ...['updateBucket', 'emptyBucket', 'deleteBucket', 'getBucketLifecycle'],
    ...['updateBucketLifecycle', 'deleteBucketLifecycle', 'purgeBucketCache'],
    ...['bucketLifecycleUrl', 'listBucketOptionsToQueryString'],
  ]),
  named('/postgrest-js/dist/index.mjs', (any) => `\\.(${any})\\(`, [
    ...['neq', 'gt', 'lte', 'like', 'likeAllOf', 'likeAnyOf', 'ilike', 'ilikeAllOf', 'ilikeAnyOf'],
    ...['regexMatch', 'regexIMatch', 'isDistinct', 'notIn', 'containedBy', 'rangeGt', 'rangeGte'],
    ...['rangeLt', 'rangeLte', 'rangeAdjacent', 'overlaps', 'textSearch', 'csv', 'geojson'],
    ...['explain', 'rollback', 'maxAffected', 'stripNulls', 'getOpenApiSpec'],
  ]),
];

function named(by: string, call: (any: string) => string, names: readonly string[]) {
  return {
    by,
    drops: (method: string) => names.includes(method),
    calls: new RegExp(call(names.join('|'))),
  };
}

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
  if (made.type === 'ClassDeclaration') return made.body.body;
  if (made.type !== 'VariableDeclaration') return [];
  return made.declarations.flatMap(({ init }) =>
    init?.type === 'ClassExpression' ? init.body.body : [],
  );
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
