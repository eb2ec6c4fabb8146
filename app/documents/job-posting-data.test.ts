import { describe, expect, it } from 'vitest';
import { logoAddress } from '#domain/companies/company.ts';
import { gapsOf } from '#domain/jobs/posting-gaps.ts';
import { jobPostingData } from './job-posting-data.ts';

type Job = Parameters<typeof jobPostingData>[0];

const job: Job = {
  id: '10000000-0000-4000-8000-000000000001',
  title: 'Denials Analyst',
  company: 'Piedmont Valley Health',
  job_type: 'Full-time',
  location: 'Charlotte, NC',
  salary_range: 'competitive',
  application_deadline: '2027-03-31',
  description: 'Find the causes.\nWrite the appeals.\n\nYou decide.',
  requirements: 'Three years <of denials> & appeals',
  benefits: null,
  created_at: '2027-03-01T10:00:00.123456+00:00',
  published_at: '2027-03-01T10:00:00.123456+00:00',
  ends_at: '2027-04-01T12:00:00+00:00',
  credentials_wanted: [],
  updated_at: '2027-03-01T10:00:00.123456+00:00',
  workplace: 'on-site',
  city: 'Charlotte',
  region: 'NC',
  country: 'US',
  salary_from: 58_000,
  salary_to: 72_000,
  salary_currency: 'USD',
  salary_period: 'year',
  application_url: 'https://piedmont-valley.example/apply',
};

describe('a posting as search engines read it', () => {
  it('has every property that Google documents, in the form it documents', () => {
    const [data] = jobPostingData(job);
    expect(faultsOf(data)).toEqual([]);
    expect(data).toMatchObject({
      title: 'Denials Analyst',
      datePosted: job.created_at,
      validThrough: job.ends_at,
      employmentType: 'FULL_TIME',
      hiringOrganization: { name: 'Piedmont Valley Health' },
      identifier: { value: job.id },
      jobLocation: {
        address: { addressLocality: 'Charlotte', addressRegion: 'NC', addressCountry: 'US' },
      },
      baseSalary: {
        currency: 'USD',
        value: { minValue: 58_000, maxValue: 72_000, unitText: 'YEAR' },
      },
      directApply: false,
    });
  });

  it('is remote only if it says so, and then says from where', () => {
    const remote = { city: null, region: null, workplace: 'remote' };
    const [data] = jobPostingData({ ...job, ...remote });
    expect(faultsOf(data)).toEqual([]);
    expect(data).toMatchObject({
      jobLocationType: 'TELECOMMUTE',
      applicantLocationRequirements: { '@type': 'Country', name: 'United States' },
    });
    expect(data).not.toHaveProperty('jobLocation');
    const [typed] = jobPostingData({ ...job, job_type: 'Remote', workplace: null });
    expect(typed).toMatchObject({ jobLocationType: 'TELECOMMUTE' });
    expect(typed).not.toHaveProperty('employmentType');
    expect(jobPostingData({ ...job, workplace: 'hybrid' })[0]).toHaveProperty('jobLocation');
  });

  it('names the state from which the work may be done, if there is one, like the board does', () => {
    const remote = { city: null, workplace: 'remote' };
    for (const region of ['NC', 'north carolina']) {
      const [data] = jobPostingData({ ...job, ...remote, region });
      expect(faultsOf(data)).toEqual([]);
      expect(data?.applicantLocationRequirements).toEqual({
        '@type': 'State',
        name: 'North Carolina, USA',
      });
    }
    for (const where of [{ region: 'Anywhere' }, { region: 'NC', country: 'IN' }]) {
      const [data] = jobPostingData({ ...job, ...remote, ...where });
      expect(data?.applicantLocationRequirements).toMatchObject({ '@type': 'Country' });
    }
  });

  it('has the logo of its company, and its site if the domain was proved', () => {
    const company = {
      web_address: 'https://piedmont-valley.example',
      proven_domain: 'piedmont-valley.example',
      logo: 'one/two.webp',
      origin: 'https://site.test',
    };
    const [data] = jobPostingData(job, company);
    expect(faultsOf(data)).toEqual([]);
    expect(data?.hiringOrganization).toEqual({
      '@type': 'Organization',
      name: 'Piedmont Valley Health',
      sameAs: 'https://piedmont-valley.example',
      logo: `https://site.test${logoAddress(company.logo)}`,
    });
    const [said] = jobPostingData(job, { ...company, proven_domain: null, logo: null });
    expect(said?.hiringOrganization).toEqual({
      '@type': 'Organization',
      name: 'Piedmont Valley Health',
    });
  });

  it.each([
    ['no country', { country: null }],
    ['nothing but free texts', { country: null, city: null, region: null, workplace: null }],
    ['a type and a workplace that contradict each other', { job_type: 'Remote' }],
  ])('is left out with %s', (_, changes) => {
    expect(jobPostingData({ ...job, ...changes })).toEqual([]);
  });

  it.each(
    ['Full-time', 'Part-time', 'Contract', 'Remote', 'Other'].flatMap((job_type) =>
      [null, 'on-site', 'hybrid', 'remote'].flatMap((workplace) =>
        [
          {},
          { salary_from: null, salary_to: null, salary_currency: null, salary_period: null },
          { salary_to: null },
          { salary_to: 58_000, salary_period: 'hour' },
        ].flatMap((salary) =>
          ['US', null].map((country) => ({ job_type, workplace, country, ...salary })),
        ),
      ),
    ),
  )('is without a fault or is not there: %o', (changes) => {
    const posting = { ...job, ...changes };
    const data = jobPostingData(posting);
    for (const each of data) expect(faultsOf(each)).toEqual([]);
    // If it is missing, the poster is told why.
    expect(data.length === 0).toBe(gapsOf(posting).missing.length > 0);
  });

  it('states no pay if only one end of the range is known', () => {
    expect(jobPostingData({ ...job, salary_to: null })[0]).not.toHaveProperty('baseSalary');
  });

  it('writes line breaks as HTML, and text that looks like HTML as text', () => {
    expect(jobPostingData(job)[0]?.description).toBe(
      '<p>Find the causes.<br>Write the appeals.</p><p>You decide.</p>' +
        '<p>Requirements</p><p>Three years &lt;of denials&gt; &amp; appeals</p>',
    );
  });
});

/**
 * The requirements of Google's page on job postings, transcribed by hand: required and recommended properties and the
 * listed values. Anything else is a fault.
 */
function faultsOf(data: unknown): string[] {
  const faults: string[] = [];
  const check = (isRight: unknown, fault: string) => isRight || faults.push(fault);
  const posting = asNode(data);
  const known =
    '@context @type title description datePosted hiringOrganization jobLocation jobLocationType ' +
    'applicantLocationRequirements validThrough employmentType baseSalary identifier directApply';
  for (const name of Object.keys(posting)) check(known.split(' ').includes(name), `has ${name}`);
  check(posting['@context'] === 'https://schema.org', '@context');
  check(posting['@type'] === 'JobPosting', '@type');
  for (const name of ['title', 'description']) check(isText(posting[name]), name);
  check(posting.title !== posting.description, 'description repeats the title');
  check(!/[<>]/.test(String(posting.description).replace(/<\/?p>|<br>/g, '')), 'HTML');
  const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
  for (const name of ['datePosted', 'validThrough']) check(isoTime.test(`${posting[name]}`), name);

  const organization = asNode(posting.hiringOrganization);
  check(organization['@type'] === 'Organization' && isText(organization.name), 'organization');
  for (const name of ['sameAs', 'logo']) {
    check(/^(https:\/\/\S+|undefined)$/.test(String(organization[name])), `organization.${name}`);
  }
  const identifier = asNode(posting.identifier);
  check(identifier['@type'] === 'PropertyValue' && isText(identifier.name), 'identifier');
  check(isText(identifier.value), 'identifier.value');
  check(typeof posting.directApply === 'boolean', 'directApply');

  const address = asNode(asNode(posting.jobLocation).address);
  const country = asNode(posting.applicantLocationRequirements);
  if (posting.jobLocationType === undefined) {
    check(asNode(posting.jobLocation)['@type'] === 'Place', 'jobLocation');
    check(address['@type'] === 'PostalAddress', 'address');
    check(/^[A-Z]{2}$/.test(String(address.addressCountry)), 'addressCountry');
    check(posting.applicantLocationRequirements === undefined, 'requirements without TELECOMMUTE');
  } else {
    check(posting.jobLocationType === 'TELECOMMUTE', 'jobLocationType');
    check(/^(Country|State)$/.test(String(country['@type'])), 'applicantLocationRequirements');
    check(isText(country.name), 'from where');
  }

  const types = 'FULL_TIME PART_TIME CONTRACTOR TEMPORARY INTERN VOLUNTEER PER_DIEM OTHER';
  const { employmentType = 'OTHER', baseSalary } = posting;
  check(types.split(' ').includes(String(employmentType)), 'employmentType');
  if (baseSalary !== undefined) {
    const amount = asNode(baseSalary);
    const value = asNode(amount.value);
    check(amount['@type'] === 'MonetaryAmount', 'baseSalary');
    check(/^[A-Z]{3}$/.test(String(amount.currency)), 'currency');
    check(value['@type'] === 'QuantitativeValue', 'baseSalary.value');
    check(/^(HOUR|DAY|WEEK|MONTH|YEAR)$/.test(String(value.unitText)), 'unitText');
    const isRange = Number(value.minValue) < Number(value.maxValue) && value.value === undefined;
    check(isRange || Number(value.value) > 0, 'the amount');
  }
  return faults;
}

function asNode(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}
