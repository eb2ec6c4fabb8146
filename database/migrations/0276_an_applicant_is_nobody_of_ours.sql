-- Who applied could call themselves as this site is called: in the list of a company stood an application of our own, with
-- a note that asked for whatever its writer liked.
create or replace function private.write_application(job uuid, person uuid, given jsonb, resume uuid, sent_profile jsonb, first_state text)
returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  posting record;
  kept jsonb;
  written uuid;
begin
  select j.id, j.title, j.company, j.company_id, j.questions into posting
    from public.jobs as j
    where j.id = job and j.applies_here and exists (select from private.live_jobs as l where l.id = j.id)
    for share;
  if not found then perform private.refuse('job_takes_none'); end if;
  -- A recruiter believes what we say of their postings and their account.
  if private.calls_itself_us(given ->> 'name') then perform private.refuse('own_name'); end if;
  if resume is null and sent_profile is null then perform private.refuse('resume_needed'); end if;
  kept := private.answers_to(posting.questions, coalesce(given -> 'answers', '{}'));
  insert into public.applications (job_id, job_title, company_id, company_name, applicant_id, name, email, phone,
      place, note, profile, answers, meets_needs, resume_id, state)
    values (posting.id, posting.title, posting.company_id, posting.company, person, given ->> 'name',
      lower(given ->> 'email'), nullif(given ->> 'phone', ''), nullif(given ->> 'place', ''),
      coalesce(given ->> 'note', ''), sent_profile, kept,
      not exists (select from jsonb_array_elements(kept) as a where not (a -> 'meets')::boolean), resume, first_state)
    returning id into written;
  return written;
end $$;

-- Letters of farther scripts that look like ours: a name in Armenian o, or with the Greek sigma of the moon, was seen as the
-- company's and not taken for it.
create or replace function private.fold_name(name text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select regexp_replace(replace(lower(translate(
    regexp_replace(normalize(replace(left(name, 1000), 'Ϲ', 'C'), NFKD), '[\u0300-\u036f]', '', 'g'),
    'аеорсухіѕјһԁӏкмтнвгԛԝАЕОРСУХІЅЈНВКМТαεικνορτυχηΑΒΕΖΗΙΚΜΝΟΡΤΥΧıłŁøØđĐħĦɑɡɩ0134578@$|!' ||
      'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ🅐🅑🅒🅓🅔🅕🅖🅗🅘🅙🅚🅛🅜🅝🅞🅟🅠🅡🅢🅣🅤🅥🅦🅧🅨🅩🅰🅱🅲🅳🅴🅵🅶🅷🅸🅹🅺🅻🅼🅽🅾🅿🆀🆁🆂🆃🆄🆅🆆🆇🆈🆉🇦🇧🇨🇩🇪🇫🇬🇭🇮🇯🇰🇱🇲🇳🇴🇵🇶🇷🇸🇹🇺🇻🇼🇽🇾🇿' ||
      U&'\13AA\AB7A\A4EE\15C5\2C80\13FC\13CF\AB9F\A4D0\2C82\03C2\2CA5\2CA4\13DF\ABAF\A4DA\13A0\AB70\13E7\ABB7\A4D3\04BD\212E\13AC\AB7C\A4F0\2D39\2C88\03DD\03DC\0584\A4DD\0581\13C0\AB90\A4D6\0570\13C2\AB92\13BB\AB8B\A4E7\2C8E\13A5\AB75\A647\2C93\A4F2\03F3\13AB\AB7B\A4D9\13E6\ABB6\A4D7\2C95\04C0\13DE\ABAE\A4E1\01C0\05DF\05D5\07CA\2CD0\13B7\AB87\A4DF\2C98\0578\057C\A4E0\2C9A\0585\0555\A4F3\2C9F\2C9E\2D54\10FF\101D\05E1\3007\25CB\0665\13E2\ABB2\A4D1\2CA2\2CA3\0563\0566\2D55\13A1\AB71\13D2\ABA2\A4E3\2C85\AB47\13DA\ABAA\A4E2\054F\01BD\13A2\AB72\A4D4\2CA6\2CA7\057D\054D\A4F4\028B\0475\0474\13D9\ABA9\A4E6\2D38\0561\13D4\ABA4\13B3\AB83\A4EA\0461\A4EB\2CAD\2CAC\2D5D\00D7\13A9\AB79\13BD\AB8D\A4EC\2CA8\04AF\04AE\03B3\10E7\13C3\AB93\A4DC',
    'aeopcyxisjhdlkmthbrqwAEOPCYXISJHBKMTaeikvoptuxnABEZHIKMNOPTYXilLoOdDhHagioleastbasll' ||
      'abcdefghijklmnoprstuvwyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz' ||
      'aaaaabbbbbccccccdddddeeeeeeeffffgggghhhhhhhiiiiijjjjkkkklllllllllmmmmnnnnoooooooooooopppppqqqrrrrrrrssssstttttuuuuvvvvvvwwwwwwwxxxxxyyyyyyyyyyzzz'
  )), 'i', 'l'), '[^a-z0-9]', '', 'g')
$$;
