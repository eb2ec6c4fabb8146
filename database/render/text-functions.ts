import { emailPattern } from '#domain/account/email-address.ts';
import { unseen } from '#domain/text/seen.ts';
import { webAddressPattern } from '#domain/text/web-address-rules.ts';
import { patternLiteral } from './sql-literals.ts';

/** Functions for the rules of tables about text, and for the triggers that normalise it. */
export const textFunctions = `-- What people see of a text.
create or replace function private.visible_text(value text) returns text
language sql immutable strict parallel safe as $$
  select private.tidied(regexp_replace(value,
    ${patternLiteral(unseen)},
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
    ${patternLiteral(webAddressPattern)}
$$;

create or replace function private.is_email_address(address text) returns boolean
language sql immutable strict parallel safe as $$
  select address ~
    ${patternLiteral(emailPattern)}
$$;
grant execute on function private.is_email_address(text), private.visible_text(text), private.has_visible(text, integer),
  private.is_seen_list(text[]), private.blank_to_null(text), private.is_web_address(text) to authenticated, service_role;
`;
