import { rooms } from '#api/storage/storage.ts';
import { type Asked, hostileQuery, type Make, written } from './asked.ts';
import {
  brokenParts,
  hostileJson,
  hostileValue,
  spoofedHeaders,
  texts,
  traversals,
} from './hostile.ts';

/** The functions, with arguments they are known to take and one or two of them spoiled. */
export const askFunction: Make = ({ random, targets, id, learned }, caller) => {
  const { pick, chance } = random;
  const name = chance(0.97) ? pick(targets.functions) : written(random, pick(texts));
  const body: Record<string, unknown> = {
    ...(learned.get(`${caller} ${name}`) ?? learned.get(`owner ${name}`)),
  };
  const keys = Object.keys(body);
  for (const key of keys) {
    if (/id$/i.test(key) && chance(0.6)) body[key] = id(caller);
    else if (chance(0.25)) body[key] = hostileValue(random);
  }
  if (keys.length === 0 || chance(0.1)) body[pick(texts)] = hostileValue(random);
  const isForm = chance(/resume|guest/.test(name) ? 0.7 : 0.05);
  const form = brokenParts(random);
  return {
    kind: 'function',
    caller,
    method: chance(0.95) ? 'POST' : pick(['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']),
    path: `/functions/v1/${name}${chance(0.1) ? hostileQuery(random) : ''}`,
    headers: {
      'content-type': isForm ? form.type : 'application/json',
      ...(chance(0.3) && spoofedHeaders(random)),
      ...(/webhook/.test(name) && {
        'stripe-signature': pick([
          '',
          't=1,v1=aa',
          `t=${Date.now()},v1=${'0'.repeat(64)}`,
          ...texts,
        ]).replace(/[^ -~]/g, ''),
      }),
    },
    body: isForm ? form.body : chance(0.15) ? hostileJson(random) : JSON.stringify(body),
  };
};

const authBody = [
  'email',
  'password',
  'token',
  'token_hash',
  'type',
  'phone',
  'refresh_token',
  'data',
  'code',
  'auth_code',
  'code_verifier',
  'code_challenge',
  'code_challenge_method',
  'redirect_to',
  'factor_type',
  'friendly_name',
  'challenge_id',
  'nonce',
  'credential',
  'create_user',
  'gotrue_meta_security',
  'role',
  'app_metadata',
  'email_confirm',
  'id_token',
  'provider',
];
const authWords = [
  'attacker@people.example',
  'correct-horse-battery',
  'recovery',
  'signup',
  'email_change',
  'magiclink',
  's256',
  'totp',
  'webauthn',
  'google',
  '123456',
  'me@people.example',
];

export const askAuth: Make = ({ random, targets, id }, caller) => {
  const { pick, chance } = random;
  const { method, path } = pick(targets.auth);
  const filled = path.replace(/:\w+/g, () =>
    chance(0.7) ? id(caller) : written(random, pick(texts)),
  );
  const given = authBody
    .filter(() => chance(0.25))
    .map((name) => [name, chance(0.5) ? pick(authWords) : hostileValue(random)]);
  const grant =
    path === '/token' && chance(0.8)
      ? `?grant_type=${pick(['password', 'refresh_token', 'pkce', 'id_token', 'web3', ...texts.slice(0, 3)].map((one) => encodeURIComponent(one)))}`
      : '';
  const query =
    grant ||
    (chance(0.5)
      ? `?${authBody
          .filter(() => chance(0.15))
          .map(
            (name) =>
              `${name}=${chance(0.5) ? encodeURIComponent(pick(authWords)) : written(random, pick(texts))}`,
          )
          .join('&')}`
      : '');
  const isForm = chance(0.1);
  const form = brokenParts(random);
  const sent = chance(0.95) ? method : pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
  return {
    kind: 'auth',
    caller,
    method: sent,
    path: `/auth/v1${filled}${query}`,
    headers: {
      'content-type': isForm ? form.type : 'application/json',
      ...(chance(0.3) && spoofedHeaders(random)),
    },
    ...(sent !== 'GET' && {
      body: isForm
        ? form.body
        : chance(0.15)
          ? hostileJson(random)
          : JSON.stringify(Object.fromEntries(given)),
    }),
  };
};

const roomPaths = Object.entries(rooms).flatMap(([start, room]) =>
  Object.entries(room).flatMap(([place, methods]) =>
    Object.keys(methods ?? {}).map((method) => ({ start, place, method })),
  ),
);
/** Begins like a picture, and continues as something else. */
const files = [
  '\x89PNG\r\n\x1a\n',
  'GIF89a',
  '\xff\xd8\xff\xe0',
  'RIFF\x00\x00\x00\x00WEBP',
  '%PDF-1.7\n',
  'PK\x03\x04',
  '<svg xmlns="http://www.w3.org/2000/svg" onload="attackRan()"/>',
  '<script>attackRan()</script>',
  '',
];

export const askStorage: Make = ({ random, targets, id }, caller) => {
  const { pick, chance, below } = random;
  const { start, place, method } = pick(roomPaths);
  const bucket = chance(0.9) ? pick(targets.buckets) : written(random, pick(texts));
  const name = pick([
    () => `${id(caller)}/${id(caller)}.png`,
    () =>
      `${id(caller)}/${pick(traversals)
        .toWellFormed()
        .replace(/[^!-~]+/g, encodeURIComponent)}`,
    () => written(random, pick(texts)),
    () => 'a/'.repeat(below(300)),
  ] as const)();
  const path = place === 'alone' ? '' : place === 'bucket' ? `/${bucket}` : `/${bucket}/${name}`;
  const isForm = chance(0.3);
  const form = brokenParts(random);
  const query = chance(0.3)
    ? `?${pick(['token', 'width', 'height', 'quality', 'resize', 'format', 'download', 'versionId'])}=${written(random, pick(texts))}&width=${pick(['0', '-1', '99999', '1.5', '100'])}`
    : '';
  const asked: Asked = {
    kind: 'storage',
    caller,
    method: chance(0.95)
      ? method
      : pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']),
    path: `/storage/v1/${start}${path}${query}`,
    headers: {
      'content-type': isForm
        ? form.type
        : pick(['application/json', 'image/png', 'text/html', 'application/pdf', 'image/svg+xml']),
      ...(chance(0.3) && spoofedHeaders(random)),
      ...(start.startsWith('upload') && {
        'tus-resumable': pick(['1.0.0', '9.9']),
        'upload-length': pick(['0', '10', '-1', '9'.repeat(20), 'x']),
        'upload-offset': pick(['0', '5', '-1', 'x']),
        'upload-metadata': pick([
          'bucketName YXZhdGFycw==,objectName YQ==',
          'a',
          ',,,',
          'bucketName %%%',
          'x'.repeat(3_000),
        ]),
      }),
    },
  };
  if (/POST|PUT|PATCH|DELETE/.test(asked.method)) {
    const isFile = place === 'object' && !/json/.test(asked.headers['content-type'] ?? '');
    asked.body = isForm
      ? form.body
      : isFile
        ? pick(files) + 'x'.repeat(below(2_000))
        : chance(0.15)
          ? hostileJson(random)
          : JSON.stringify({
              prefix: pick(['', id(caller), pick(texts)]),
              prefixes: chance(0.5) ? [name] : hostileValue(random),
              paths: [name],
              expiresIn: pick([60, -1, 1e20, '1']),
              bucketId: bucket,
              sourceKey: name,
              destinationKey: pick(texts),
              limit: pick([1, -1, 1e9, 'x']),
              id: pick(texts),
              name: pick(texts),
              [pick(texts)]: hostileValue(random),
            });
  }
  return asked;
};

/** Everything else. */
export const askOther: Make = ({ random }, caller) => {
  const { pick, chance } = random;
  const path = pick([
    ...[
      '/livez',
      '/healthz',
      '/readyz',
      '/config.json',
      '/.well-known/security.txt',
      '/.well-known/change-password',
      '/.well-known/passkey-endpoints',
    ],
    ...[
      '/robots.txt',
      '/sitemap.xml',
      '/dev/outbox',
      '/dev/outbox.json',
      '/metrics',
      '/.env',
      '/.git/config',
    ],
    ...[
      '/auth/v1/.well-known/jwks.json',
      '/functions/v1/',
      '/rest/v1/',
      '/storage/v1/',
      '/realtime/v1/api/broadcast',
    ],
    ...[
      '/credentials/issuer.json',
      '/graphql/v1',
      '/server-status',
      '/wp-login.php',
      '/__manifest',
      '/_root.data',
    ],
  ]);
  const isView = chance(0.2);
  return {
    kind: 'other',
    caller,
    method: isView ? 'POST' : pick(['GET', 'GET', 'POST', 'PUT', 'HEAD', 'TRACE', 'OPTIONS']),
    path: (isView ? '/views' : path) + hostileQuery(random),
    headers: { 'content-type': 'application/json', ...spoofedHeaders(random) },
    body: hostileJson(random).slice(0, 3_000),
  };
};
