-- Whose an edition is stands beside it, so that the list asks no edition whether a newsletter of staff's led to it.
alter table public.newsletter_editions add column is_of_staff boolean not null default false;
update public.newsletter_editions set is_of_staff = true where id in (select edition_id from staff.newsletters);

create function staff.mark_edition() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.newsletter_editions set is_of_staff = true where id = new.edition_id;
  return null;
end
$$;
revoke execute on function staff.mark_edition() from public;
create trigger mark_edition after insert or update of edition_id on staff.newsletters
  for each row when (new.edition_id is not null) execute function staff.mark_edition();

create index newsletter_editions_by_command on public.newsletter_editions (created_at desc, id desc) where not is_of_staff;
create index newsletters_drafts on staff.newsletters (changed_at desc, id desc) where edition_id is null;

create or replace view staff.newsletter_list as
( SELECT n.id,
    n.subject,
    n.changed_at,
        CASE
            WHEN n.edition_id IS NULL THEN 'draft'::text
            WHEN ( SELECT e.stopped_at IS NOT NULL
               FROM public.newsletter_editions e
              WHERE e.id = n.edition_id) THEN 'stopped'::text
            WHEN ( SELECT e.queued_at IS NULL
               FROM public.newsletter_editions e
              WHERE e.id = n.edition_id) OR (EXISTS ( SELECT
               FROM public.newsletter_deliveries d
              WHERE d.edition_id = n.edition_id AND d.sent_at IS NULL)) THEN 'sending'::text
            ELSE 'sent'::text
        END AS state,
    false AS is_by_command,
    n.edition_id
   FROM staff.newsletters n
  WHERE ( SELECT private.has_staff_role('staff'::text) AS has_staff_role)
  ORDER BY n.changed_at DESC, n.id DESC)
UNION ALL
( SELECT e.id,
    e.subject,
    e.created_at AS changed_at,
        CASE
            WHEN (EXISTS ( SELECT
               FROM public.newsletter_deliveries d
              WHERE d.edition_id = e.id AND d.sent_at IS NULL)) THEN 'sending'::text
            ELSE 'sent'::text
        END AS state,
    true AS is_by_command,
    e.id AS edition_id
   FROM public.newsletter_editions e
  WHERE ( SELECT private.has_staff_role('staff'::text) AS has_staff_role) AND NOT e.is_of_staff
  ORDER BY e.created_at DESC, e.id DESC);
