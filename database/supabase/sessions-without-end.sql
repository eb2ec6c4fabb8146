-- A session of a project has no end where none is set there; at home each has one. Whoever works on the site's staff
-- side has such a session.
do $$
declare
  one regprocedure;
begin
  for one in
    select p.oid from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
    where n.nspname = 'staff' and p.prosrc ~ '\mnot_after > now\(\)'
  loop
    execute regexp_replace(pg_get_functiondef(one), '(\w+\.)?\mnot_after > now\(\)',
      'coalesce(\1not_after, ''infinity'') > now()', 'g');
  end loop;
end $$;
