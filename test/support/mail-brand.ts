export const brand = {
  name: 'Sample Brand',
  email: 'hello@brand.example',
  region: 'Sample Region',
  siteUrl: 'https://brand.example',
};
