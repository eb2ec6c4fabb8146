import type { Database } from '#database/database.ts';
import { site } from '#domain/brand.ts';
import type { Config } from './config.ts';

/** Tells SQL what it decides by: the last process that started has chosen for all. */
export async function keepSettings(database: Database, { jobLimits }: Pick<Config, 'jobLimits'>) {
  const settings = {
    site_name: site.name,
    jobs_unconfirmed_live: jobLimits.unconfirmedLive,
    jobs_per_day: jobLimits.perDay,
  };
  await database.asService.query({
    text: 'select private.write_settings($1)',
    values: [JSON.stringify(settings)],
  });
}
