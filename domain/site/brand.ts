import { wordsOf } from './words.ts';

type Brand = {
  name: string;
  tagline: string;
  description: string;
  email: string;
  region: string;
  /** In full; empty where the setting has it, or nobody yet. */
  postalAddress: string;
  /** The external scheduling page; always opens in a new tab. */
  schedulingUrl: string;
  social: readonly { name: string; url: string }[];
};

/** What names the company, as the release has it. Edit here only. */
export const firstBrand: Brand = {
  name: 'Carolina Health AI',
  tagline: 'Healthcare AI advisory and education',
  description:
    'Training, certification and hiring for healthcare revenue cycle, coding, CDI and HIM teams that work with AI.',
  email: 'hello@carolinahealth.example',
  region: 'North Carolina, United States',
  postalAddress: '',
  schedulingUrl: 'https://calendly.com/carolina-health-ai/consultation',
  social: [
    { name: 'LinkedIn', url: 'https://www.linkedin.com/company/carolina-health-ai' },
    { name: 'YouTube', url: 'https://www.youtube.com/@carolina-health-ai' },
  ],
};

/**
 * The same as it stands now, on every page, in every email and in every picture. Read it when you write, not before:
 * what is read while a module is loaded stays as the release has it.
 */
export const site: Readonly<Brand> = new Proxy(firstBrand, {
  get: (first, name: keyof Brand) => wordsOf('brand', first)[name],
});

/** As the site came, before it was anybody’s: leave these, the launch check knows by them what was not replaced. */
export const asItCame = {
  schedulingUrl: 'https://calendly.com/carolina-health-ai/consultation',
  social: [
    'https://www.linkedin.com/company/carolina-health-ai',
    'https://www.youtube.com/@carolina-health-ai',
  ],
};

/**
 * The paper of every page by itself, because the document names it to the browser's own bar: the
 * other colours then stay out of what the browser loads.
 */
export const paper = { light: '#fbfaf6', dark: '#0c1615' } as const;

/**
 * The colours, by the names of the tokens in `app/app.css`, which pages take them from. Whatever knows
 * no stylesheet takes them from here: mails, pictures, PDF, icons, pages that stand alone. A test
 * compares the two. Eight digits: the last two say how much covers what is below.
 */
export const lightColors = {
  paper: paper.light,
  surface: '#ffffff',
  sunken: '#f2eee4',
  line: '#dad4c6',
  control: '#857f72',
  ink: '#13211f',
  muted: '#51605c',
  pine: '#0e4f4c',
  'on-pine': '#ffffff',
  sage: '#e3ede8',
  clay: '#a8481f',
  danger: '#a3211b',
  good: '#1c6b3c',
  selection: '#c5ddd4',
  veil: '#13211f6b',
} as const;

export const darkColors: Readonly<Record<keyof typeof lightColors, string>> = {
  paper: paper.dark,
  surface: '#13201e',
  sunken: '#091110',
  line: '#2b3b38',
  control: '#7a8b87',
  ink: '#eaf0ec',
  muted: '#a9b8b3',
  pine: '#7ccbbe',
  'on-pine': '#0c1615',
  sage: '#173330',
  clay: '#f0a47a',
  danger: '#ff9c94',
  good: '#86d6a4',
  selection: '#24564f',
  veil: '#00000099',
};

/** Both schemes as custom properties, for a page that must show itself without the stylesheet. */
export function colorProperties(): string {
  const list = (colors: Record<string, string>) =>
    Object.entries(colors)
      .map(([name, color]) => `--color-${name}: ${color};`)
      .join(' ');
  return `:root { color-scheme: light dark; ${list(lightColors)} }
  @media (prefers-color-scheme: dark) { :root { ${list(darkColors)} } }`;
}
