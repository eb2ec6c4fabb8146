import type { Database } from '#database/database.ts';
import type { Actor } from './actors.ts';
import { jobRow } from './jobs.ts';

type Person = Actor & { id: string };

/** Posts a job, and so gets a company of that name. */
export async function ownCompany(person: Person, name: string): Promise<string> {
  const { data, error } = await person.client
    .from('jobs')
    .insert(jobRow(person.id, { company: name }) as never)
    .select('company_id')
    .single();
  if (error) throw error;
  return (data as { company_id: string }).company_id;
}

export async function provedAddress(database: Database, id: string, email: string) {
  await database.asService.query({
    text: 'update auth.users set email = $2, email_confirmed_at = now() where id = $1',
    values: [id, email],
  });
  await database.asService.query({
    text: 'update auth.users set email_proved_at = now() where id = $1',
    values: [id],
  });
}

/** A person with a confirmed address, and their company of that name. */
export async function ownerWithCompany(
  { actors, database }: { actors: { signedIn(): Promise<Person> }; database: Database },
  name: string,
) {
  const person = await actors.signedIn();
  await provedAddress(database, person.id, `${person.id}@people.example`);
  return { person, company: await ownCompany(person, name) };
}

export async function join(database: Database, company: string, id: string, role = 'recruiter') {
  await database.asService.query({
    text: 'insert into public.company_members (company_id, user_id, role) values ($1, $2, $3)',
    values: [company, id, role],
  });
}

export async function leave(database: Database, company: string, id: string) {
  await database.asService.query({
    text: 'delete from public.company_members where company_id = $1 and user_id = $2',
    values: [company, id],
  });
}

/** As if the company had set its name yesterday. */
export async function passNameDay(database: Database, company: string) {
  await database.asService.query({
    text: "update public.companies set next_name_from = next_name_from - interval '1 day' where id = $1",
    values: [company],
  });
  await database.asService.query({ text: 'select private.rename_company($1)', values: [company] });
}
