import { asItCame, site } from '#domain/site/brand.ts';
import { isNobodys } from '#domain/site/nobodys-domain.ts';
import { resourceItems } from './resources.ts';
import { testimonials } from './testimonials.ts';

/** Counts what pages show that was meant to be replaced and has not been. */
export function findPlaceholders() {
  const samples = testimonials().filter(({ sample }) => sample).length;
  const unpublished = resourceItems().filter(
    ({ sample, link }) => sample || isNobodys(new URL(link, 'https://ours.test').hostname),
  ).length;
  const profiles = site.social.filter(({ url }) => asItCame.social.some((each) => each === url));
  return [
    { name: 'testimonials', isThere: samples > 0, found: `${samples} are samples.` },
    { name: 'resources', isThere: unpublished > 0, found: `${unpublished} are samples.` },
    {
      name: 'email-address',
      isThere: isNobodys(site.email.replace(/^.*@/, '')),
      found: `Mail to ${site.email} never arrives.`,
    },
    {
      name: 'scheduling-link',
      isThere: site.schedulingUrl === asItCame.schedulingUrl,
      found: `It is ${site.schedulingUrl}, as the site came.`,
    },
    {
      name: 'social-profiles',
      isThere: profiles.length > 0,
      found: `${profiles.map(({ name }) => name).join(' and ')}: as the site came.`,
    },
  ];
}
