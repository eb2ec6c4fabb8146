-- A place, or from where somebody may work remotely, together with what is paid there: once for each ten thousand dollars a year,
-- from 50 to 200, that a posting reaches; and the pay alone. So a search for both asks one short list, where it put two long
-- ones together. Decision 120.
create function private.paid_facets(facets text[], pay integer) returns text[]
language sql immutable parallel safe as $$
  select array(select facet || ' ' || step from unnest('{paid}' || facets) as facet, generate_series(5, least(pay / 10000, 20)) as step
    where facet like 'cell %' or facet like 'remote from %' or facet = 'paid')
$$;
