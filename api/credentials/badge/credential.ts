import { dayEnd } from '#domain/jobs/day-ends.ts';
import { type AwardFacts, type StatusPurpose, type TypeFacts, titleOf } from './facts.ts';
import type { Issuer } from './issuer.ts';
import { toSecond } from './status-list.ts';

const context = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
] as const;

/** Defines the type of `credentialSchema`, which the other two contexts do not. */
const extensions = 'https://purl.imsglobal.org/spec/ob/v3p0/extensions.json';

/** What a holder has to show for the credential, in the terms of Open Badges 3.0. */
function achievementOf({ profile, addresses }: Issuer, type: TypeFacts) {
  const id = addresses.achievement(type.code, type.version);
  return {
    id,
    type: ['Achievement'],
    achievementType: type.kind === 'tier' ? 'Certification' : 'MicroCredential',
    creator: profile,
    name: titleOf(type),
    description: type.summary,
    criteria: { id, narrative: type.criteria.map((each) => `- ${each}`).join('\n') },
    image: {
      id: addresses.achievementImage(type.code, type.version),
      type: 'Image',
      caption: `The seal of ${titleOf(type)}`,
    },
    version: String(type.version),
    inLanguage: 'en-US',
    humanCode: type.code,
    creditsAvailable: type.hours.to,
  };
}

/** The achievement alone, for programs. */
export function achievementDocument(issuer: Issuer, type: TypeFacts) {
  return { '@context': context, ...achievementOf(issuer, type) };
}

/** The issuer alone, for programs. */
export function profileDocument({ profile }: Issuer) {
  return { '@context': context, ...profile };
}

/**
 * The last second of a day in the last time zone where it ends, so that no credential expires while it is still its
 * last day somewhere.
 */
const endOf = (day: string) => new Date(dayEnd(day) - 1_000);

/**
 * One file of an award as an OpenBadgeCredential. It identifies the holder by name only: with an address, or even the
 * hash of one, anybody who has the file could test whose it is.
 */
function credentialOf(issuer: Issuer, award: AwardFacts) {
  const { did, addresses, profile } = issuer;
  const id = addresses.file(award.number, award.issue);
  const { list, bit } = award.status;
  const purpose = 'suspension' satisfies StatusPurpose;
  const statusListCredential = addresses.statusList(purpose, list);
  const from = toSecond(new Date(`${award.awardedOn}T00:00:00Z`));
  const until = award.expiresOn && toSecond(endOf(award.expiresOn));
  return {
    '@context': [...context, extensions],
    id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: award.isSample ? `Sample, earned by nobody: ${titleOf(award.type)}` : titleOf(award.type),
    issuer: profile,
    validFrom: from.text,
    awardedDate: from.text,
    ...(until && { validUntil: until.text }),
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [
        {
          type: 'IdentityObject',
          identityType: 'name',
          identityHash: award.holder,
          hashed: false,
        },
      ],
      licenseNumber: award.number,
      achievement: achievementOf(issuer, award.type),
    },
    credentialStatus: {
      id: `${statusListCredential}#${bit}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: purpose,
      statusListIndex: String(bit),
      statusListCredential,
    },
    credentialSchema: [
      {
        id: 'https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json',
        type: '1EdTechJsonSchemaValidator2019',
      },
    ],
    iss: did,
    jti: id,
    nbf: from.seconds,
    ...(until && { exp: until.seconds }),
  };
}

/** Incremented when the format of credentials changes: earlier signatures are then replaced on request. */
export const credentialShape = 2;

export function signCredential(issuer: Issuer, award: AwardFacts): Promise<string> {
  return issuer.sign(credentialOf(issuer, award));
}
