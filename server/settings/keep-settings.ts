import type { Database } from '#database/database.ts';
import { site } from '#domain/brand.ts';
import type { Config } from './config.ts';

/** Tells SQL what it decides by: the last process that started has chosen for all. */
export async function keepSettings(database: Database, { postings }: Pick<Config, 'postings'>) {
  const settings = {
    site_name: site.name,
    postings_unconfirmed_live: postings.unconfirmedLive,
    postings_per_day: postings.perDay,
  };
  await database.asService.query({
    text: 'select private.keep_settings($1)',
    values: [JSON.stringify(settings)],
  });
}
