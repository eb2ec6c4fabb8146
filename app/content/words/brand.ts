import { firstBrand } from '#domain/site/brand.ts';
import { wordKind } from '#domain/site/word-kinds.ts';

export const brand = wordKind({
  name: 'brand',
  title: 'Company',
  about:
    'Name, contact and links: on every page, in every email and in every picture that other sites show.',
  publishedBy: 'owner',
  page: '/',
  isInBrowser: true,
  first: firstBrand,
  fields: {
    name: { type: 'line', label: 'Name', most: 40 },
    tagline: { type: 'line', label: 'Tagline', most: 80 },
    description: {
      type: 'text',
      label: 'In one sentence',
      most: 160,
      hint: 'For the footer and search engines',
    },
    email: {
      type: 'email',
      label: 'Email address',
      hint: 'Where people write to you, from pages and emails',
    },
    region: { type: 'line', label: 'Region', most: 80 },
    postalAddress: {
      type: 'line',
      label: 'Postal address',
      most: 200,
      isOptional: true,
      hint: 'Under every email. Empty: the one in the setting POSTAL_ADDRESS. A newsletter needs it.',
    },
    schedulingUrl: { type: 'web-address', label: 'Booking link' },
    social: {
      type: 'list',
      label: 'Social links',
      itemName: 'Link',
      least: 0,
      most: 8,
      key: 'url',
      fields: {
        name: { type: 'line', label: 'Name', most: 30 },
        url: { type: 'web-address', label: 'Address' },
      },
    },
  },
});
