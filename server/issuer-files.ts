import { credentialIssuerPath, credentialKeysPath } from '#api/credentials/badge/addresses.ts';
import { didDocument, type Issuer } from '#api/credentials/badge/issuer.ts';
import { didDocumentPath } from '#domain/badge-proof.ts';
import { type StoredFile, storedJson } from './stored-files.ts';

/** Who signs credentials, in the three forms in which programs ask for it. They change with the keys only. */
export function issuerFiles(issuer: Issuer): [string, StoredFile][] {
  const forPrograms = (value: object, type: string): StoredFile => ({
    ...storedJson(value, 'public, max-age=600'),
    type,
    isForAllOrigins: true,
  });
  const profile = {
    '@context': [
      'https://www.w3.org/ns/credentials/v2',
      'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
    ],
    ...issuer.profile,
  };
  return [
    [didDocumentPath, forPrograms(didDocument(issuer), 'application/did+json')],
    [credentialKeysPath, forPrograms({ keys: issuer.keys }, 'application/jwk-set+json')],
    [credentialIssuerPath, forPrograms(profile, 'application/ld+json')],
  ];
}
