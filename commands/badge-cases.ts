import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { badgePng, badgeSvg } from '#api/credentials/badge/badge-picture.ts';
import { bakePng, bakeSvg } from '#api/credentials/badge/bake.ts';
import {
  achievementDocument,
  profileDocument,
  signCredential,
} from '#api/credentials/badge/credential.ts';
import { type AwardFacts, statusPurposes } from '#api/credentials/badge/facts.ts';
import { createIssuer, didDocument, type Issuer } from '#api/credentials/badge/issuer.ts';
import { signList } from '#api/credentials/badge/status-list.ts';
import { makeCredentialNumber } from '#domain/credentials/credential-number.ts';
import { makeSigningKey } from '#server/settings/keys.ts';

const siteUrl = 'https://badges.example';

export type Case = { name: string; file: string; isAccepted: boolean };
/** JSON in which every word must be defined by its contexts, and which may have a schema. */
export type Document = Case & { schema?: 'credential' | 'profile' | 'achievement' };

/** What people might upload, and what the site would answer to a program that verifies it. */
export async function writeBadges(folder: string) {
  const [first, second, thief] = [
    await makeSigningKey(),
    await makeSigningKey(),
    await makeSigningKey(),
  ];
  const { d: _, ...firstWithoutPrivatePart } = first;
  const before = createIssuer(siteUrl, [first]);
  const issuer = createIssuer(siteUrl, [second, firstWithoutPrivatePart]);
  const elsewhere = createIssuer('https://elsewhere.example', [thief]);
  const revoked = award({ status: { list: 1, bit: 17 } });
  const suspended = award({ status: { list: 1, bit: 131_071 } });
  const genuine = await signCredential(issuer, award());
  const [head, body = '', signature] = genuine.split('.');
  const changed = Buffer.from(body, 'base64url').toString().replace('Renée', 'Ronald');
  const svg = badgeSvg(award().type, '2026');

  const cases: Case[] = [];
  const add = (name: string, isAccepted: boolean, content: string | Uint8Array, form = 'jwt') => {
    const file = `${cases.length}.${form}`;
    writeFileSync(join(folder, file), content);
    cases.push({ name, file, isAccepted });
  };
  add('A credential as JWT', true, genuine);
  add('The same baked into a PNG', true, bakePng(await badgePng(svg), genuine), 'png');
  add('The same baked into an SVG', true, bakeSvg(svg, genuine), 'svg');
  add('Without an end', true, await signCredential(issuer, award({ expiresOn: undefined })));
  add('Signed before the key was changed', true, await signCredential(before, award()));
  add('Revoked', false, await signCredential(issuer, revoked));
  add('Suspended', false, await signCredential(issuer, suspended));
  const past = { awardedOn: '2020-01-01', expiresOn: '2021-12-31' };
  add('Expired', false, await signCredential(issuer, award(past)));
  add(
    'A word changed',
    false,
    `${head}.${Buffer.from(changed).toString('base64url')}.${signature}`,
  );
  add('Signed by a key that was never ours', false, await signWith(thief, award()));
  add('Under the name of our key', false, await signWith({ ...thief, kid: second.kid }, award()));
  add('Of another issuer', false, await signCredential(elsewhere, award()));

  const lists = { revocation: [17], suspension: [17, 131_071] };
  const answers: Record<string, string> = {
    [`${siteUrl}/.well-known/did.json`]: 'did.json',
  };
  writeFileSync(join(folder, 'did.json'), JSON.stringify(didDocument(issuer)));
  for (const purpose of statusPurposes) {
    const signed = await signList(issuer, { purpose, list: 1, setBits: lists[purpose] });
    writeFileSync(join(folder, `${purpose}.jwt`), signed);
    answers[issuer.addresses.statusList(purpose, 1)] = `${purpose}.jwt`;
  }
  const list = await signList(issuer, { purpose: 'suspension', list: 1, setBits: [] });
  const documents = writeDocuments(folder, issuer, genuine, list);
  const manifest = { did: issuer.did, answers, cases, documents };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  return { cases, documents, lists };
}

/**
 * What is said without a signature, or under it. Some are broken on purpose, to prove that somebody
 * checks.
 */
function writeDocuments(folder: string, issuer: Issuer, genuine: string, list: string) {
  const documents: Document[] = [];
  const add = (
    name: string,
    isAccepted: boolean,
    schema: Document['schema'] | '',
    content: object,
  ) => {
    const file = `document-${documents.length}.json`;
    writeFileSync(join(folder, file), JSON.stringify(content));
    documents.push({ name, file, isAccepted, ...(schema && { schema }) });
  };
  const credential = payloadOf(genuine);
  const { issuer: _, ...ofNobody } = credential;
  const course = { ...award().type, kind: 'course', code: 'MICRO-PE-1' } as const;
  add('The credential', true, 'credential', credential);
  add('The achievement of a tier', true, 'achievement', achievementDocument(issuer, award().type));
  add('The achievement of a course', true, 'achievement', achievementDocument(issuer, course));
  add('The issuer', true, 'profile', profileDocument(issuer));
  add('The list of states', true, '', payloadOf(list));
  add('A credential of nobody', false, 'credential', ofNobody);
  add('A credential of no day', false, 'credential', { ...credential, validFrom: 'in May' });
  add('A credential with a word of ours', false, 'credential', { ...credential, ourWord: 'yes' });
  return documents;
}

/** By the standard, what only the JWT claims about itself is not part of the credential. */
function payloadOf(token: string): Record<string, unknown> {
  const [, body = ''] = token.split('.');
  const { iss, jti, sub, nbf, exp, ...credential } = JSON.parse(
    Buffer.from(body, 'base64url').toString(),
  );
  return credential;
}

function signWith(key: Parameters<typeof createIssuer>[1][number], of: AwardFacts) {
  const forger: Issuer = createIssuer(siteUrl, [key]);
  return signCredential(forger, of);
}

function award(changes: Partial<AwardFacts> = {}): AwardFacts {
  return {
    number: makeCredentialNumber(),
    issue: 1,
    holder: 'Renée O’Connor',
    type: {
      code: 'CIHIS-AI',
      version: 1,
      kind: 'tier',
      slug: 'applied-practice',
      name: 'Applied Practice',
      summary: 'Works with AI in coding and the revenue cycle, and checks what it says.',
      hours: { from: 150, to: 150 },
      criteria: ['Prepare AI-assisted work for internal and external audit'],
    },
    awardedOn: '2026-01-15',
    expiresOn: '2099-01-14',
    status: { list: 1, bit: 4_711 },
    ...changes,
  };
}
