import type { Page } from '@playwright/test';

export const filledJob = {
  title: 'Denials Analyst',
  company: 'Piedmont Valley Health',
  location: 'Charlotte, NC',
  description: 'Find the root causes behind payer denials, and write the appeals.',
  url: 'https://careers.piedmont-valley.example/12',
};

/** Fills in everything that a job must have; the contact's name and address are already there. */
export async function fillJobForm(page: Page, changes: Partial<typeof filledJob> = {}) {
  const { title, company, location, description, url } = { ...filledJob, ...changes };
  await page.getByLabel('Job title').fill(title);
  await page.getByLabel('Company').fill(company);
  await page.getByLabel('Location').fill(location);
  await page.getByLabel('Description').fill(description);
  await page.getByLabel('Application URL').fill(url);
}
