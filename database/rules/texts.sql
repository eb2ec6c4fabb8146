-- Written by `npm run db:types` from domain/. Do not edit: change the rule there.
-- What is seen of a text, and shapes.
-- Applied after the migrations, and again whenever it changed.

-- What people see of a text.
create or replace function private.visible_text(value text) returns text
language sql immutable strict parallel safe as $$
  select private.tidied(regexp_replace(value,
    '[\u0001-\u0008\u000E-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF9-\uFFFC\uFFFE\uFFFF\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]',
    '', 'g'))
$$;

-- Whether it has so much to see; the beginning of a long text mostly tells.
create or replace function private.has_visible(value text, fewest integer) returns boolean
language sql immutable parallel safe as $$
  select char_length(private.visible_text(left(value, 2 * fewest))) >= fewest
    or char_length(private.visible_text(value)) >= fewest
$$;

-- Whether each entry of a list has something to see.
create or replace function private.is_seen_list(entries text[]) returns boolean
language sql immutable parallel safe as $$
  select coalesce(bool_and(private.has_visible(entry, 1)), true) from unnest(entries) as entry
$$;

-- What the form makes of a field that holds nothing that anybody sees.
create or replace function private.blank_to_null(value text) returns text
language sql immutable parallel safe as $$
  select case when private.has_visible(value, 1) then private.tidied(value) end
$$;

-- A host in other letters is to be sent as xn--….
create or replace function private.is_web_address(address text) returns boolean
language sql immutable strict parallel safe as $$
  select address ~*
    '^https?://(?:(?:[a-z0-9_-]+\.)*[a-z][a-z0-9_-]*\.?|(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9]))(?::(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[0-9]{1,4}))?(?:[/?#][^\t\n\v\f\r \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]*)?$'
$$;

create or replace function private.is_email_address(address text) returns boolean
language sql immutable strict parallel safe as $$
  select address ~
    '(?=^[^@]{1,64}@)^(?:[A-Za-z0-9_''+\-]+\.)*[A-Za-z0-9_''+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$'
$$;
grant execute on function private.is_email_address(text), private.visible_text(text), private.has_visible(text, integer),
  private.is_seen_list(text[]), private.blank_to_null(text), private.is_web_address(text) to authenticated, service_role;
