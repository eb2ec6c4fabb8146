import type { BrowserData } from '#app/data/open-data.ts';
import type { Job } from '#domain/jobs/job-rows.ts';

const patience = 5_000;

/** The job is posted whether or not the email can be sent, so a failure is only logged. */
export async function confirmByMail(client: BrowserData, job: Job) {
  const body = { email: job.contact_email, jobDetails: job };
  try {
    const { error } = await client.functions.invoke('send-job-confirmation', {
      body,
      timeout: patience,
    });
    if (error) throw error;
  } catch (error) {
    console.error('The confirmation was not sent:', error);
  }
}
