import type { Database } from '#database/database.ts';
import { site } from '#domain/site/brand.ts';
import type { Config } from './config.ts';

/** Writes the settings that SQL uses; the process that started last decides for all. */
export async function keepSettings(
  database: Database,
  {
    jobLimits,
    messageLimits,
    fileLimits,
    staffLogDetailsMonths,
    staffFactorWaitHours,
    evidenceDays,
    legalNoticeDays,
    applicationsKeptDays,
  }: Pick<
    Config,
    | 'jobLimits'
    | 'messageLimits'
    | 'fileLimits'
    | 'staffLogDetailsMonths'
    | 'staffFactorWaitHours'
    | 'evidenceDays'
    | 'legalNoticeDays'
    | 'applicationsKeptDays'
  >,
) {
  const settings = {
    jobs_unconfirmed_live: jobLimits.unconfirmedLive,
    jobs_per_day: jobLimits.perDay,
    message_limits: messageLimits,
    largest_file_mb: fileLimits.largestMb,
    files_mb_per_person: fileLimits.mbPerPerson,
    staff_log_details_months: staffLogDetailsMonths,
    staff_factor_wait_hours: staffFactorWaitHours,
    evidence_days: evidenceDays,
    legal_notice_days: legalNoticeDays,
    applications_kept_days: applicationsKeptDays,
    jobs_review_first: jobLimits.reviewsFirst,
  };
  await write(database, settings);
  await keepName(database);
}

/**
 * SQL prevents others from taking the company's name. Every process hears of a new name, even one
 * about to stop, whose other settings are outdated: so only the name is written.
 */
export async function keepName(database: Database) {
  await write(database, { site_name: site.name });
}

async function write(database: Database, settings: Record<string, unknown>) {
  await database.asService.query({
    text: 'select private.write_settings($1)',
    values: [JSON.stringify(settings)],
  });
}
