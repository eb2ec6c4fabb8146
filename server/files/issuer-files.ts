import { credentialIssuerPath, credentialKeysPath } from '#api/credentials/badge/addresses.ts';
import { profileDocument } from '#api/credentials/badge/credential.ts';
import { didDocument, type Issuer } from '#api/credentials/badge/issuer.ts';
import { didDocumentPath } from '#domain/credentials/badge-proof.ts';
import { withWords } from '../words/scope.ts';
import type { SiteWords } from '../words/site-words.ts';
import { type StoredFile, storedJson } from './stored-files.ts';

/**
 * The issuer of credentials, in the three forms that programs ask for, under the company's current
 * name.
 */
export function keepIssuerFiles(
  files: Map<string, StoredFile>,
  issuer: Issuer,
  words: Pick<SiteWords, 'now' | 'onChange'>,
) {
  const keep = () => {
    for (const [path, file] of withWords(words.now().words, () => issuerFiles(issuer)))
      files.set(path, file);
  };
  words.onChange(keep);
  keep();
}

function issuerFiles(issuer: Issuer): [string, StoredFile][] {
  const forPrograms = (value: object, type: string): StoredFile => ({
    ...storedJson(value, 'public, max-age=600'),
    type,
    isForAllOrigins: true,
  });
  return [
    [didDocumentPath, forPrograms(didDocument(issuer), 'application/did+json')],
    [credentialKeysPath, forPrograms({ keys: issuer.keys }, 'application/jwk-set+json')],
    [credentialIssuerPath, forPrograms(profileDocument(issuer), 'application/ld+json')],
  ];
}
