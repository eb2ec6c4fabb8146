import { showCredentialNumber } from '#domain/credentials/credential-number.ts';
import * as links from '#domain/site/links.ts';
import type { StatusPurpose } from './facts.ts';

export const credentialKeysPath = '/credentials/keys.json';
export const credentialIssuerPath = '/credentials/issuer.json';

/** URLs used in credentials: they must keep working as long as the credentials exist. */
export function badgeAddresses(siteUrl: string) {
  return {
    check: (number: string) => siteUrl + links.verifyNumber(showCredentialNumber(number)),
    /** Names one particular file: the page at this URL leads to the newest one. */
    file: (number: string, issue: number) =>
      `${siteUrl}${links.verifyNumber(showCredentialNumber(number))}?issue=${issue}`,
    achievement: (code: string, version: number) =>
      siteUrl + links.credentialType(code.toLowerCase(), String(version)),
    achievementImage: (code: string, version: number) =>
      `${siteUrl}${links.credentialType(code.toLowerCase(), String(version))}.png`,
    statusList: (purpose: StatusPurpose, list: number) =>
      siteUrl + links.credentialStatus(purpose, String(list)),
    issuerImage: `${siteUrl}/icon-512.png`,
  };
}
