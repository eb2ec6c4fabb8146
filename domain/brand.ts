/** What names the company on every page, in every mail and in every picture. Edit here only. */
export const site = {
  name: 'Carolina Health AI',
  tagline: 'Healthcare AI advisory and education',
  description:
    'Training, certification and hiring for healthcare revenue cycle, coding, CDI and HIM teams that work with AI.',
  email: 'hello@carolinahealth.example',
  region: 'North Carolina, United States',
  /** The external scheduling page; always opens in a new tab. */
  schedulingUrl: 'https://calendly.com/carolina-health-ai/consultation',
  social: [
    { name: 'LinkedIn', url: 'https://www.linkedin.com/company/carolina-health-ai' },
    { name: 'YouTube', url: 'https://www.youtube.com/@carolina-health-ai' },
  ],
} as const;
