-- A name that is shown in another order than it is written in, or in letters that are pictures of letters, was not taken for the
-- company's own.
create or replace function private.fold_name(name text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select regexp_replace(replace(lower(translate(
    regexp_replace(normalize(left(name, 1000), NFKD), '[\u0300-\u036f]', '', 'g'),
    'аеорсухіѕјһԁӏкмтнвгԛԝАЕОРСУХІЅЈНВКМТαεικνορτυχηΑΒΕΖΗΙΚΜΝΟΡΤΥΧıłŁøØđĐħĦɑɡɩ0134578@$|!' ||
      'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ🅐🅑🅒🅓🅔🅕🅖🅗🅘🅙🅚🅛🅜🅝🅞🅟🅠🅡🅢🅣🅤🅥🅦🅧🅨🅩🅰🅱🅲🅳🅴🅵🅶🅷🅸🅹🅺🅻🅼🅽🅾🅿🆀🆁🆂🆃🆄🆅🆆🆇🆈🆉🇦🇧🇨🇩🇪🇫🇬🇭🇮🇯🇰🇱🇲🇳🇴🇵🇶🇷🇸🇹🇺🇻🇼🇽🇾🇿',
    'aeopcyxisjhdlkmthbrqwAEOPCYXISJHBKMTaeikvoptuxnABEZHIKMNOPTYXilLoOdDhHagioleastbasll' ||
      'abcdefghijklmnoprstuvwyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz'
  )), 'i', 'l'), '[^a-z0-9]', '', 'g')
$$;

-- Whether a text has each letter of another one as often.
create function private.has_letters(name text, letters text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  select not exists (select from regexp_split_to_table(letters, '') as wanted (letter)
    group by letter having count(*) > (select count(*) from regexp_split_to_table(name, '') as had (letter)
      where had.letter = wanted.letter))
$$;
revoke execute on function private.has_letters(text, text) from public;

create or replace function private.calls_itself_us(name text) returns boolean
language sql stable strict security definer set search_path = '' as $$
  select case
    when position(own in said) > 0 then char_length(own) >= 6 or said = own
    -- In which order they are seen is a long story, and few names have all of these letters.
    when name ~ '[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]'
      then private.has_letters(said, own) and (char_length(own) >= 6 or private.has_letters(own, said))
    else false end
  from (select private.fold_name(private.setting('site_name')) as own, private.fold_name(name) as said) as folded
$$;

-- Whom applicants are told to ask has a name of their own, too.
create function private.refuse_our_contact() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' and new.posted_by is distinct from auth.uid() then return new; end if;
  if private.is_sent_by_people() and private.calls_itself_us(new.contact_name)
    and not exists (select from staff.members as s where s.user_id = new.posted_by)
  then
    raise exception using errcode = '23514', message = 'This is our own name. Enter the name of your contact.';
  end if;
  return new;
end $$;
revoke execute on function private.refuse_our_contact() from public;
create trigger before_7_refuse_our_contact before insert or update of contact_name on public.jobs
  for each row execute function private.refuse_our_contact();
