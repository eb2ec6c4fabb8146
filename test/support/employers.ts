import type { Database } from '#database/database.ts';

/** As if a day had passed since somebody stated an employer, or posted. */
export async function passDay(database: Database, { id }: { id: string }) {
  await database.asService.query({
    text: `with aged as (
        update public.employer_ties set since = since - interval '1 day' where user_id = $1)
      update public.employers set in_effect_at = in_effect_at - interval '1 day' where user_id = $1`,
    values: [id],
  });
}

export async function confirmAddress(database: Database, id: string) {
  await database.asService.query({
    text: 'update auth.users set email_confirmed_at = now(), email_proved_at = now() where id = $1',
    values: [id],
  });
}

/** As if the member had already confirmed the address and said for whom they hire. */
export async function becomeKnown(database: Database, id: string) {
  await confirmAddress(database, id);
  await database.asService.query({
    text: `insert into public.employers (user_id, company) values ($1, 'Sample Practice')`,
    values: [id],
  });
}

/** A membership until tomorrow, as if it were paid. */
export async function subscribe(database: Database, id: string) {
  await database.asService.query({
    text: `insert into public.subscriptions (user_id, product_id, status, current_period_end)
      values ($1, 'prod_test', 'active', now() + interval '1 day')`,
    values: [id],
  });
}
