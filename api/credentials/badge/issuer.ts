import { CompactSign, importJWK, type JWK } from 'jose';
import { site } from '#domain/site/brand.ts';
import { badgeAddresses } from './addresses.ts';

/** A P-256 key. Keys that only verify need no private part, which may be destroyed once another key signs. */
export type CredentialKey = {
  kty: 'EC';
  crv: 'P-256';
  alg: 'ES256';
  kid: string;
  x: string;
  y: string;
  d?: string | undefined;
};

export type Issuer = ReturnType<typeof createIssuer>;

/** Who signs credentials: the company under its site's name. The first key signs, and all of them verify. */
export function createIssuer(siteUrl: string, keys: readonly CredentialKey[]) {
  const did = didOf(siteUrl);
  const addresses = badgeAddresses(siteUrl);
  const [signing] = keys;
  if (!signing?.d) throw new Error('The first key of credentials has no private part.');
  const kid = `${did}#${signing.kid}`;
  let privateKey: ReturnType<typeof importJWK> | undefined;

  return {
    did,
    addresses,
    signingKey: signing.kid,
    keys: keys.map(publicPart),

    /** As a JWT whose payload is the credential itself. Open Badges requires this `typ`, or none. */
    async sign(payload: object): Promise<string> {
      privateKey ??= importJWK(signing, 'ES256');
      return new CompactSign(Buffer.from(JSON.stringify(payload)))
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid })
        .sign(await privateKey);
    },

    // A getter, because owners may rename the company.
    get profile() {
      return {
        id: did,
        type: ['Profile'],
        name: site.name,
        url: siteUrl,
        description: site.description,
        email: site.email,
        image: { id: addresses.issuerImage, type: 'Image', caption: `The mark of ${site.name}` },
      };
    },
  };
}

/** `did:web` is resolved at the site itself, over https. */
function didOf(siteUrl: string): string {
  const { host } = new URL(siteUrl);
  return `did:web:${host.replace(':', '%3A')}`;
}

function publicPart({ kty, crv, alg, kid, x, y }: CredentialKey): JWK {
  return { kty, crv, alg, kid, x, y, use: 'sig' };
}

/**
 * The signing key comes first: signatures without a key id are checked with it, and status lists are always signed by
 * it.
 */
export function didDocument({ did, keys }: Pick<Issuer, 'did' | 'keys'>) {
  const methods = keys.map((key) => ({
    id: `${did}#${key.kid}`,
    type: 'JsonWebKey',
    controller: did,
    publicKeyJwk: key,
  }));
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://www.w3.org/ns/cid/v1'],
    id: did,
    verificationMethod: methods,
    assertionMethod: methods.map(({ id }) => id),
  };
}
