import type { Session } from '#database/database.ts';
import { tableId } from '../sql/sql.ts';
import type { Represented } from './schema.ts';

/** Enums and domains of the exposed schemas, and arrays of them under PostgreSQL's own names (`_mood`). */
export async function readTypes(
  session: Session,
  schemas: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await session.query<{ schema: string; name: string; type: string }>({
    text: `
      select n.nspname as schema, t.typname as name, format_type(t.oid, null) as type
      from pg_type t join pg_namespace n on n.oid = t.typnamespace
      where n.nspname = any ($1) and (t.typtype in ('e', 'd') or t.oid in (
        select e.typarray from pg_type e where e.typtype in ('e', 'd') and e.typarray <> 0))`,
    values: [schemas],
  });
  return new Map(rows.map(({ schema, name, type }) => [tableId(schema, name), type]));
}

type CastRow = { source: string; target: string; routine: string; toDomain: boolean };

/**
 * Casts by the name of the domain. PostgreSQL itself ignores casts of domains, so their functions are called by name.
 */
export async function readRepresentations(session: Session): Promise<Map<string, Represented>> {
  const { rows } = await session.query<CastRow>({
    text: `
      select format_type(s.oid, null) as source, format_type(t.oid, null) as target,
        c.castfunc::regproc::text as routine, t.typtype = 'd' as "toDomain"
      from pg_cast c join pg_type s on s.oid = c.castsource join pg_type t on t.oid = c.casttarget
      where c.castcontext = 'i' and c.castmethod = 'f' and has_function_privilege(c.castfunc, 'execute')
        and (s.typtype = 'd' and t.oid = 'pg_catalog.json'::regtype
          or t.typtype = 'd' and s.oid in ('pg_catalog.json'::regtype, 'pg_catalog.text'::regtype))`,
  });
  const known = new Map<string, Represented>();
  for (const { source, target, routine, toDomain } of rows) {
    const way = !toDomain ? 'toJson' : source === 'json' ? 'fromJson' : 'fromText';
    const domain = toDomain ? target : source;
    known.set(domain, { ...known.get(domain), [way]: routine });
  }
  return known;
}

/**
 * Whether any function's text names the settings for the response's status or headers, or anything stored in parsed
 * form (a policy, a view, a body in standard SQL) calls set_config. If not, statements need not read those settings.
 * PostgreSQL's own functions are excluded first, and a cheap search comes before the expensive one.
 */
export async function readSpeaks(session: Session): Promise<boolean> {
  const { rows } = await session.query<{ speaks: boolean }>({
    text: `
      with others as (
        select oid from pg_namespace where nspname not in ('pg_catalog', 'information_schema')
      ), sets as (
        select ':funcid ' || 'pg_catalog.set_config'::regproc::oid || ' ' as it
      ), bodies as materialized (
        select p.prosrc, p.prosqlbody from pg_proc p join others o on o.oid = p.pronamespace
      ), views as materialized (
        select r.ev_action from pg_rewrite r join pg_class c on c.oid = r.ev_class
          join others o on o.oid = c.relnamespace
      )
      select exists (select from bodies, sets
          where case when strpos(lower(prosrc), 'response') > 0 then prosrc ~* 'response.{0,5}(status|headers)' end
            or strpos(prosqlbody::text, it) > 0)
        or exists (select from pg_policy, sets
          where strpos(concat(polqual::text, polwithcheck::text), it) > 0)
        or exists (select from views, sets where strpos(ev_action::text, it) > 0) as speaks`,
  });
  return rows[0]?.speaks ?? true;
}
