import type { Transaction } from '#database/database.ts';
import type { CredentialType } from '#domain/credentials/credentials.ts';
import type { AwardLine, JudgedLine } from '#domain/staff/credentials.ts';
import { judgeLine, type SoundLine } from './judge-line.ts';

type Given = { line: number; given: AwardLine };
type Judged = JudgedLine & { sound?: SoundLine };

/** Finds what is wrong with each line, and whether it was awarded before. */
export async function judgeLines(session: Transaction, lines: readonly Given[]): Promise<Judged[]> {
  const types = await readTypes(session);
  const today = new Date().toISOString().slice(0, 10);
  const seen = new Map<string, number>();
  const judged = lines.map(({ line, given }): Judged => {
    const { problems, type, sound } = judgeLine(given, types, today);
    const key = sameAward(sound);
    const former = seen.get(key);
    if (former === undefined) seen.set(key, line);
    else if (problems.length === 0) problems.push(repeatProblem(former, sound));
    const isSound = problems.length === 0;
    return { line, given, title: type?.title ?? '', problems, ...(isSound && { sound }) };
  });
  await refuseOwn(session, judged);
  const sound = judged.flatMap(({ sound }) => sound ?? []);
  const { rows } = await session.query<{ place: number; number: string }>({
    text: 'select place, number from register.known_lines($1)',
    values: [JSON.stringify(sound)],
  });
  for (const { place, number } of rows) {
    const known = judged.find((each) => each.sound === sound[place - 1]);
    if (known) known.known = number;
  }
  return judged;
}

/** A key shared by two lines that award the same credential to the same person. */
function sameAward({ type, email, name, awarded_on }: SoundLine): string {
  return JSON.stringify([type, email ?? name.toLowerCase(), awarded_on]);
}

function repeatProblem(former: number, { email }: SoundLine): string {
  const advice = email === null ? ': if it is somebody else, give an address' : '';
  return `The same as line ${former}${advice}`;
}

/** Staff cannot award to themselves or to a higher role; SQL checks again when it awards. */
async function refuseOwn(session: Transaction, judged: Judged[]) {
  const { rows } = await session.query<{ address: string }>({
    text: 'select register.not_for($1) as address',
    values: [judged.flatMap(({ sound }) => sound?.email ?? [])],
  });
  const refused = new Set(rows.map(({ address }) => address));
  for (const line of judged) {
    if (!refused.has(line.sound?.email ?? '')) continue;
    line.problems.push(
      'You cannot award a credential to yourself, or to somebody with a higher role',
    );
    delete line.sound;
  }
}

export async function readTypes(session: Transaction): Promise<CredentialType[]> {
  const { rows } = await session.query<CredentialType>({
    text: `select t.code, t.kind, v.name as title, v.description, v.must_show, v.hours_from, v.hours_to, v.version,
        v.valid_months, v.renews_by_education
      from register.types as t join lateral (select * from register.type_versions as v where v.type = t.code
        order by v.version desc limit 1) as v on true
      order by t.place`,
  });
  return rows;
}
