import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import { filesForSupabase } from './for-supabase.ts';

/**
 * Writes the folder that `supabase db push` takes. Files of an earlier export stay as they are, because the project has
 * recorded their numbers; new ones get later numbers. Returns the names of the new files.
 */
export function writeProject(
  folder: string,
  { siteUrl, functions, now }: { siteUrl: string; functions: readonly string[]; now: Date },
): string[] {
  const place = join(folder, 'supabase', 'migrations');
  mkdirSync(place, { recursive: true });
  const there = readdirSync(place).sort();
  const begin = beginAfter(
    there.findLast((file) => /^\d{14}_/.test(file)),
    now,
  );
  const written: string[] = [];
  for (const { name, text } of filesForSupabase()) {
    const known = there.findLast((file) => file.endsWith(`_${name}.sql`));
    if (known && readFileSync(join(place, known), 'utf8') === text) continue;
    // The rules are exported again as a whole whenever they change.
    if (known && name !== 'rules') {
      throw new StartError(
        `The file ${join(place, known)} is another one than this site would write. Put it back as it was exported, or write into an empty folder for a new project.`,
      );
    }
    const file = `${numberOf(begin, written.length)}_${name}.sql`;
    writeFileSync(join(place, file), text);
    written.push(file);
  }
  const config = join(folder, 'supabase', 'config.toml');
  writeFileSync(config, configFor(siteUrl));
  writeFileSync(join(folder, 'functions.md'), functionsList(siteUrl, functions));
  return written;
}

/**
 * A project applies files in the order of their numbers. Those of an export reach minutes ahead of the clock, so the
 * next one, or the same one after it was interrupted, goes on behind them.
 */
function beginAfter(last: string | undefined, now: Date): Date {
  const [, day, hour, minute, second] = last?.match(/^(\d{4}\d\d\d\d)(\d\d)(\d\d)(\d\d)_/) ?? [];
  if (!day) return now;
  const date = day.replace(/^(\d{4})(\d\d)/, '$1-$2-');
  const next = Date.parse(`${date}T${hour}:${minute}:${second}Z`) + 1_000;
  // No number if the file was numbered by hand, with a date that does not exist.
  return new Date(Math.max(now.getTime(), next || 0));
}

/** As Supabase numbers migrations: year to second, each unique. */
function numberOf(begin: Date, place: number): string {
  const at = new Date(begin.getTime() + place * 1_000);
  return at.toISOString().replace(/\D/g, '').slice(0, 14);
}

function configFor(siteUrl: string): string {
  return `# Settings of the project, for \`supabase config push\` and \`supabase start\`; written by npm run supabase:export.
project_id = "site"

[api]
enabled = true
schemas = ["public"]
extra_search_path = ["public", "extensions"]
max_rows = 1000

[db]
major_version = 17

[realtime]
enabled = true

[storage]
enabled = true
file_size_limit = "50MiB"

[storage.buckets.avatars]
public = false
file_size_limit = "5MiB"
allowed_mime_types = ["image/png", "image/jpeg", "image/webp"]

[storage.buckets.company-logos]
public = true
file_size_limit = "2MiB"
allowed_mime_types = ["image/png", "image/jpeg", "image/webp"]

[storage.buckets.resumes]
public = false
file_size_limit = "5MiB"
allowed_mime_types = ["application/pdf", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"]

[auth]
enabled = true
site_url = "${siteUrl}"
additional_redirect_urls = ["${siteUrl}/**"]
jwt_expiry = 3600
enable_refresh_token_rotation = true
refresh_token_reuse_interval = 10
enable_signup = true
enable_anonymous_sign_ins = false
enable_manual_linking = true
minimum_password_length = 6

[auth.email]
enable_signup = true
double_confirm_changes = true
# An address that is confirmed counts as a mailbox that its person reads.
enable_confirmations = true
secure_password_change = true
max_frequency = "1m0s"
otp_length = 6
otp_expiry = 3600

[auth.mfa.totp]
enroll_enabled = true
verify_enabled = true
`;
}

function functionsList(siteUrl: string, functions: readonly string[]): string {
  return `# Functions that stay on the site's own process

They are called at the site's address, with the project's publishable key and its access tokens:

${functions.map((name) => `- POST ${siteUrl}/functions/v1/${name}`).join('\n')}
`;
}
