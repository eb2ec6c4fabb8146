import type { Caller, Database } from '#database/database.ts';
import type { TypeFacts } from './facts.ts';

type TypeRow = {
  type: string;
  kind: TypeFacts['kind'];
  slug: string;
  title: string;
  description: string;
  must_show: string[];
  hours_from: number;
  hours_to: number;
  version: number;
};

export function typeOfRow(row: TypeRow): TypeFacts {
  return {
    code: row.type,
    version: row.version,
    kind: row.kind,
    slug: row.slug,
    name: row.title,
    summary: row.description,
    hours: { from: row.hours_from, to: row.hours_to },
    criteria: row.must_show,
  };
}

/** One version of what can be awarded, and which version is the newest. */
export async function readType(
  database: Database,
  caller: Caller,
  { code, version }: { code: string; version: number },
): Promise<{ type: TypeFacts; newest: number } | undefined> {
  const { rows } = await database.askAs<TypeRow & { newest: number }>(caller, {
    name: 'read-credential-type',
    text: `select t.code as type, t.kind, t.slug, v.name as title, v.description, v.must_show, v.hours_from,
        v.hours_to, v.version, (select max(n.version) from register.type_versions as n where n.type = t.code) as newest
      from register.types as t join register.type_versions as v on v.type = t.code
      where t.code = $1 and v.version = $2`,
    values: [code.toUpperCase(), version],
  });
  const [row] = rows;
  return row && { type: typeOfRow(row), newest: row.newest };
}
