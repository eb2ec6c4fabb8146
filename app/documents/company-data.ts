import { logoAddress } from '#domain/companies/company.ts';
import type { StructuredData } from './structured-data.ts';

type Company = {
  name: string;
  web_address: string | null;
  proven_domain: string | null;
  place: string | null;
  about: string | null;
  logo: string | null;
};

/** The web address is stated as the company's only if it has proved the domain. */
export function companyData(origin: string, path: string, company: Company): StructuredData[] {
  const { name, web_address: address, proven_domain: domain, place, about, logo } = company;
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      '@id': `${origin}${path}#company`,
      name,
      url: domain && address ? address : origin + path,
      ...(about && { description: about }),
      ...(place && { address: place }),
      ...(logo && { logo: origin + logoAddress(logo) }),
    },
  ];
}
