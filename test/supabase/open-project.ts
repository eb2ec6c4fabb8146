import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { migrate } from '#database/migrate.ts';
import { withClient } from '#database/open-client.ts';
import { filesForSupabase } from '#database/supabase/for-supabase.ts';
import type { PersonToAdd } from '../support/database-behind.ts';
import { asAdmin, type TestEngine } from '../support/engine.ts';

/** Not `postgres` as on Supabase, because here that is the engine's superuser. */
const owner = 'project_owner';

/**
 * A database with everything that Supabase brings, and on top of it the export, applied by the
 * project's owner, who is not a superuser. Then the site's process creates its queue and its login,
 * as at a start.
 */
export async function openProject(engine: TestEngine) {
  const database = `project_${process.pid}_${Date.now().toString(36)}`;
  await asAdmin(engine.admin, (client) => client.query(`create database ${database}`));
  const admin = { ...engine.admin, database };
  // On a connection that is closed afterwards: a database can only be copied while nobody is
  // connected to it.
  await withClient(admin, async (client) => {
    await client.query(readFileSync(join(import.meta.dirname, 'bare-project.sql'), 'utf8'));
    for (const { name, text } of filesForSupabase()) await applyAsOwner(client, name, text);
  });
  const password = randomUUID();
  await withClient(admin, (client) =>
    client.query(`alter role ${owner} with password '${password}'`),
  );
  const ownerLogin = { ...admin, user: owner, password };
  const login = await migrate(ownerLogin);
  let copies = 0;
  return {
    login,
    /** A copy for a test file, which changes it as the owner. */
    async copy() {
      copies += 1;
      const name = `${database}_${copies}`;
      await asAdmin(engine.admin, async (client) => {
        await client.query(`create database ${name} template ${database} strategy file_copy`);
        await client.query(`grant all on database ${name} to ${owner}`);
      });
      const copied = { ...admin, database: name };
      return {
        admin: { ...ownerLogin, database: name },
        login: { ...login, database: name },
        logins: { primary: { ...login, database: name } },
        drop: () =>
          asAdmin(engine.admin, (client) =>
            client.query(`drop database if exists ${name} with (force)`),
          ),
        addPerson: (person: PersonToAdd) => asAdmin(copied, (client) => signUp(client, person)),
      };
    },
    drop: () =>
      asAdmin(engine.admin, async (client) => {
        await client.query(`drop database if exists ${database} with (force)`);
        await client.query(`drop role if exists ${database}_login`);
      }),
  };
}

/**
 * Supabase's extension supautils lets a project's owner set policies on tables that they do not
 * own. Plain PostgreSQL lacks it, so the superuser runs just these statements.
 */
const policyOfPlatform =
  /create policy "[^"]*" on (?:storage\.objects|storage\.buckets|realtime\.messages)\s[^;]*;/g;

async function applyAsOwner(client: pg.Client, name: string, text: string) {
  const sql = text.replace(policyOfPlatform, `reset role;\n$&\nset local role ${owner};`);
  try {
    await client.query(`begin; set local role ${owner};\n${sql}\ncommit`);
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`);
  }
}

/** As the project's own service writes it. */
async function signUp(client: pg.Client, { id, email, sessionId, isProved }: PersonToAdd) {
  await client.query('begin; set local role supabase_auth_admin');
  await client.query(
    `insert into auth.users (id, aud, role, email, email_confirmed_at, created_at, updated_at)
      values ($1, 'authenticated', 'authenticated', $2, case when $3 then now() end, now(), now())`,
    [id, email, isProved],
  );
  await client.query(
    `insert into auth.sessions (id, user_id, created_at, updated_at, aal)
      values ($1, $2, now(), now(), 'aal1')`,
    [sessionId, id],
  );
  await client.query('commit');
}
