import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeLiteral } from 'pg';
import { asFirst, type Migration } from '../apply-migration.ts';
import { migrationFiles } from '../migrate.ts';

/** One of the files for a project, in order. `name` is the same in every export. */
export type ProjectFile = { name: string; text: string };

/**
 * Every part of the database that Supabase does not bring, in a form that a project's owner may
 * apply.
 */
export function filesForSupabase(): ProjectFile[] {
  const files = migrationFiles();
  const isOfPlatform = ({ name }: Migration) => name.startsWith('platform/');
  const rules = files.filter(({ isRepeatable }) => isRepeatable);
  const migrations = files.filter((file) => !isOfPlatform(file) && !file.isRepeatable);
  return [
    {
      name: 'platform',
      text: [
        readOwn('platform.sql'),
        ...files.filter(({ name }) => name === 'platform/0005_queue.sql').map(({ text }) => text),
        ...files.filter(isOfPlatform).map(noteOf),
      ].join('\n'),
    },
    ...migrations.map((file) => ({
      name: file.name.replace(/^migrations\/|\.sql$/g, ''),
      text: `${adapt(asFirst(file))}\n${noteOf(file)}`,
    })),
    ...['lost-files', 'sessions-without-end'].map((name) => ({
      name: name.replaceAll('-', '_'),
      text: readOwn(`${name}.sql`),
    })),
    { name: 'rules', text: rules.flatMap((file) => [file.text, noteOf(file)]).join('\n') },
  ];
}

function noteOf({ name, checksum }: Migration): string {
  return `insert into deploy.migrations (name, checksum) values (${escapeLiteral(name)}, ${escapeLiteral(checksum)})
  on conflict (name) do update set checksum = excluded.checksum, applied_at = now();
`;
}

function readOwn(name: string): string {
  return readFileSync(join(import.meta.dirname, name), 'utf8');
}

type Adaptation = (text: string) => string;

/** On Supabase one timestamp stands for both, as long as "Confirm email" is on. */
const provedByConfirming: Adaptation = (text) =>
  replace(text, /email_proved_at/g, 'email_confirmed_at');

/** The staff page of a person, without passkeys among the factors. */
const pageOfPerson: Adaptation = (text) =>
  replace(
    provedByConfirming(text),
    /\n *union all\s+select 'passkey', [^\n]*? from auth\.webauthn_credentials where user_id = u\.id(?=\))/,
    '',
  );

const isSupabases: Adaptation = () => '-- Supabase has this itself.\n';

/**
 * How migrations change where they touch parts of the platform that are Supabase's own: a project's
 * owner may set triggers on accounts and files and policies on files and messages, but creates
 * nothing in those schemas.
 */
const adaptations: Record<string, Adaptation> = {
  '0001_texts': (text) =>
    cut(text, 'create trigger before_1_plain_text before insert or update on auth.identities'),
  '0002_settings': (text) => text + provedMailbox,
  '0014_candidate_search': (text) =>
    replace(
      text,
      'create schema if not exists extensions;\ngrant usage on schema extensions to anon, authenticated, service_role;\n',
      '',
    ),
  '0015_pictures': (text) =>
    replace(
      // Files are deleted only through the storage service there, which removes row and content.
      cut(
        text,
        '-- Once a profile shows another picture, or is gone, the one before is taken away.',
      ),
      "'{image/png,image/jpeg,image/webp}');",
      "'{image/png,image/jpeg,image/webp}')\non conflict (id) do nothing;",
    ),
  '0027_live': (text) =>
    replace(
      text.replace(/(select realtime\.publish\(.*\);\n)+/, published),
      /begin\n {2}if person is not null and realtime\.is_heard\(\) then[\s\S]*?end if;\nend/,
      `begin
  if person is not null then perform realtime.send('{}', what, 'person:' || person, true); end if;
end`,
    ),
  '0029_passkeys': isSupabases,
  '0031_storage_buckets': isSupabases,
  '0032_resumable_uploads': isSupabases,
  // Passkeys cannot be a first factor there.
  '0040_staff': (text) =>
    replace(text, /\n *or exists \(select from auth\.webauthn_credentials [^\n]*/, ''),
  '0041_audit_log': (text) => replace(text, /delete from auth\.webauthn_credentials [^\n]*\n/, ''),
  '0044_people_for_staff': provedByConfirming,
  '0045_help_for_people': (text) =>
    [
      /\n *or exists \(select from auth\.webauthn_credentials [^\n]*/,
      /delete from auth\.webauthn_credentials [^\n]*\n/,
    ].reduce((left, ofPasskeys) => replace(left, ofPasskeys, ''), pageOfPerson(text)),
  '0073_company_proofs': provedByConfirming,
  '0075_company_pages': (text) =>
    replace(
      replace(
        // Files are deleted only through the storage service there.
        cut(text, '-- Logos that no company shows, once a day has passed.'),
        "update storage.buckets set normalizes_pictures = true where id = 'company-logos';\n",
        '',
      ),
      "'{image/png,image/jpeg,image/webp}');",
      "'{image/png,image/jpeg,image/webp}')\non conflict (id) do nothing;",
    ),
  '0079_applying': (text) =>
    replace(
      // Files are deleted only through the storage service there.
      replace(text, /create trigger remove_resume_file [^;]*;/, ''),
      "wordprocessingml.document}');",
      "wordprocessingml.document}')\non conflict (id) do nothing;",
    ),
  '0260_what_staff_decide_and_see': pageOfPerson,
  '0262_folders_of_any_type': isSupabases,
  '0293_published_anew': isSupabases,
  '0365_a_phone_that_another_has': isSupabases,
  // A project's owner may set triggers on accounts, but not drop them.
  '0334_what_a_soft_deletion_does': (text) => cut(text, '-- The places in companies'),
  '0035_accounts_for_functions': () => readOwn('0035_accounts_for_functions.sql'),
};

const provedMailbox = `
-- Whether mail to this person's address has reached them: Supabase confirms an address no other way, as long
-- as "Confirm email" is on.
create function private.has_proved_mailbox(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.users where id = person and email is not null and email_confirmed_at is not null)
$$;
`;

/** Supabase announces deletes either to every listener of every table, or not at all. */
const published = `alter publication supabase_realtime set (publish = 'insert, update');
alter publication supabase_realtime add table public.jobs, public.job_activity,
  public.candidate_profiles, public.conversations, public.messages, public.subscriptions;
`;

function adapt({ name, text }: Migration): string {
  const change = adaptations[name.replace(/^migrations\/|\.sql$/g, '')];
  const adapted = (change ? change(text) : text).replaceAll(
    'auth.has_proved_mailbox',
    'private.has_proved_mailbox',
  );
  const [left] = adapted.match(ofOurPlatform) ?? [];
  if (left) {
    throw new Error(
      `${name} does with ${left.trim()} what a Supabase project does not allow or have: say in database/supabase/for-supabase.ts what it does there.`,
    );
  }
  return adapted;
}

/** What a migration for Supabase must not contain: detects a new one that needs an adaptation. */
const ofOurPlatform =
  /(?:create (?:or replace )?(?:table|function|view|unlogged table) |alter (?:table|function) |index \w+\s+on )(?:auth|storage|realtime)\.\w+|realtime\.(?:publish|is_heard|tell)\(|email_proved_at is|phone_proved_at is|auth\.(?:has_|clear_|bring_)\w+|\b(?:parts|normalizes_pictures)\b(?= jsonb|,| from)|on schema (?:auth|storage|realtime)/;

function replace(text: string, what: string | RegExp, by: string): string {
  const changed = text.replace(what, () => by);
  if (changed === text) throw new Error(`A migration for Supabase no longer has: ${what}`);
  return changed;
}

/** From these words to the end. */
function cut(text: string, from: string): string {
  const [kept = '', ...rest] = text.split(from);
  if (rest.length === 0) throw new Error(`A migration for Supabase no longer has: ${from}`);
  return kept;
}
